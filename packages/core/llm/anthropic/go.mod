module github.com/dsh-go/dsh/packages/core/llm/anthropic

go 1.26.0
