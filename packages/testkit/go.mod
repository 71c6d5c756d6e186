module github.com/dsh-go/dsh/packages/testkit

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	go.uber.org/goleak v1.3.0
)

require github.com/go-json-experiment/json v1.27.2 // indirect

require (
	github.com/dsh-go/dsh/packages/core/code-runtime v0.0.0
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/dsh-go/dsh/packages/core/tools v0.0.0
)

replace (
	github.com/dsh-go/dsh/packages/core/code-runtime => ../core/code-runtime
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../core/jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../core/llm
	github.com/dsh-go/dsh/packages/core/scope => ../core/scope
	github.com/dsh-go/dsh/packages/core/tools => ../core/tools
)
