module github.com/dsh-go/dsh/packages/core/llm

go 1.26.0
