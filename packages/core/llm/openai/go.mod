module github.com/dsh-go/dsh/packages/core/llm/openai

go 1.26.0

require (
	github.com/cenkalti/backoff/v5 v5.0.3
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/go-json-experiment/json v1.27.2
	github.com/google/go-cmp v0.7.0
	github.com/openai/openai-go/v3 v3.99.0
	go.uber.org/goleak v1.3.0
)

require (
	github.com/coder/websocket v1.8.15 // indirect
	github.com/tidwall/gjson v1.20.0 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.1 // indirect
	github.com/tidwall/sjson v1.2.5 // indirect
)

replace (
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../../jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ..
)
