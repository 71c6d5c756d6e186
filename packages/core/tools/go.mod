module github.com/dsh-go/dsh/packages/core/tools

go 1.26.0

require github.com/go-json-experiment/json v1.27.2

require (
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/google/go-cmp v0.7.0
	go.uber.org/goleak v1.3.0
	pgregory.net/rapid v1.3.0
)

replace (
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../llm
	github.com/dsh-go/dsh/packages/core/scope => ../scope
)
