module github.com/dsh-go/dsh/packages/tools/bash

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/landlock-lsm/go-landlock v0.11.2
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.50.0
	pgregory.net/rapid v1.3.0
)

require kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
