module github.com/dsh-go/dsh/packages/core/code-runtime

go 1.26.0
