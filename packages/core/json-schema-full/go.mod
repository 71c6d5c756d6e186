module github.com/dsh-go/dsh/packages/core/json-schema-full

go 1.26.0
