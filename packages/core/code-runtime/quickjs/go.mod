module github.com/dsh-go/dsh/packages/core/code-runtime/quickjs

go 1.26.0
