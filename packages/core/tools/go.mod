module github.com/dsh-go/dsh/packages/core/tools

go 1.26.0
