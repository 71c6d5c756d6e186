module github.com/dsh-go/dsh/packages/tools/bash

go 1.26.0

require (
	github.com/creack/pty v1.1.24
	github.com/go-json-experiment/json v1.27.2
	github.com/google/go-cmp v0.7.0
	github.com/landlock-lsm/go-landlock v0.11.2
	go.uber.org/fx v1.24.0
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.50.0
	pgregory.net/rapid v1.3.0
)

require (
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
)

require (
	github.com/dsh-go/dsh/packages/core/agent v0.0.0
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/dsh-go/dsh/packages/core/session v0.0.0
	github.com/dsh-go/dsh/packages/core/system-prompt v0.0.0
	github.com/dsh-go/dsh/packages/core/tools v0.0.0
)

replace (
	github.com/dsh-go/dsh/packages/core/agent => ../../core/agent
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../../core/jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../../core/llm
	github.com/dsh-go/dsh/packages/core/scope => ../../core/scope
	github.com/dsh-go/dsh/packages/core/session => ../../core/session
	github.com/dsh-go/dsh/packages/core/system-prompt => ../../core/system-prompt
	github.com/dsh-go/dsh/packages/core/tools => ../../core/tools
)
