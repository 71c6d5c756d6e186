module github.com/dsh-go/dsh/packages/core/llm/openai

go 1.26.0
