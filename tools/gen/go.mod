module github.com/dsh-go/dsh/tools/gen

go 1.26.0

require (
	github.com/goccy/go-yaml v1.19.2
	golang.org/x/mod v0.43.0
)
