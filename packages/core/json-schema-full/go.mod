module github.com/dsh-go/dsh/packages/core/json-schema-full

go 1.26.0

require (
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/tools v0.0.0
	github.com/google/go-cmp v0.7.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	golang.org/x/text v0.44.0
)

require github.com/go-json-experiment/json v1.27.2 // indirect

replace (
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../llm
	github.com/dsh-go/dsh/packages/core/scope => ../scope
	github.com/dsh-go/dsh/packages/core/tools => ../tools
)
