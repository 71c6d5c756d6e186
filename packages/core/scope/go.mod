module github.com/dsh-go/dsh/packages/core/scope

go 1.26.0
