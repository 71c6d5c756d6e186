module github.com/dsh-go/dsh/packages/core/jsonvalue

go 1.26.0
