module github.com/dsh-go/dsh/packages/policy/approval

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.2
	go.uber.org/fx v1.24.0
)

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)

require (
	github.com/google/go-cmp v0.7.0
	go.uber.org/goleak v1.3.0
)

require (
	github.com/dsh-go/dsh/packages/core/agent v0.0.0
	github.com/dsh-go/dsh/packages/core/code-runtime v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/dsh-go/dsh/packages/core/session v0.0.0
	github.com/dsh-go/dsh/packages/core/system-prompt v0.0.0
	github.com/dsh-go/dsh/packages/core/tool-executor-native v0.0.0
	github.com/dsh-go/dsh/packages/core/tools v0.0.0
	github.com/dsh-go/dsh/packages/testkit v0.0.0
)

replace (
	github.com/dsh-go/dsh/packages/core/agent => ../../core/agent
	github.com/dsh-go/dsh/packages/core/code-runtime => ../../core/code-runtime
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../../core/jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../../core/llm
	github.com/dsh-go/dsh/packages/core/scope => ../../core/scope
	github.com/dsh-go/dsh/packages/core/session => ../../core/session
	github.com/dsh-go/dsh/packages/core/system-prompt => ../../core/system-prompt
	github.com/dsh-go/dsh/packages/core/tool-executor-native => ../../core/tool-executor-native
	github.com/dsh-go/dsh/packages/core/tools => ../../core/tools
	github.com/dsh-go/dsh/packages/testkit => ../../testkit
)
