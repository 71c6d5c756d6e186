module github.com/dsh-go/dsh/packages/core/session

go 1.26.0
