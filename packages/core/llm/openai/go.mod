module github.com/dsh-go/dsh/packages/core/llm/openai

go 1.26.0

require (
	github.com/cenkalti/backoff/v5 v5.0.3
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/go-json-experiment/json v1.27.2
)

replace (
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../../jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ..
)
