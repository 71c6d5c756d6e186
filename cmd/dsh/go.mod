module github.com/dsh-go/dsh/cmd/dsh

go 1.26.0

require (
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/tools v0.0.0
	github.com/dsh-go/dsh/packages/presets v0.0.0
)

replace (
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../../packages/core/jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../../packages/core/llm
	github.com/dsh-go/dsh/packages/core/scope => ../../packages/core/scope
	github.com/dsh-go/dsh/packages/core/tools => ../../packages/core/tools
	github.com/dsh-go/dsh/packages/presets => ../../packages/presets
)
