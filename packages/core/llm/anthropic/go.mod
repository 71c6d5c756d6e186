module github.com/dsh-go/dsh/packages/core/llm/anthropic

go 1.26.0

require (
	github.com/anthropics/anthropic-sdk-go v1.84.0
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/llm/openai v0.0.0
)

replace (
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../../jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ..
	github.com/dsh-go/dsh/packages/core/llm/openai => ../openai
)
