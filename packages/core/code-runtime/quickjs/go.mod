module github.com/dsh-go/dsh/packages/core/code-runtime/quickjs

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	github.com/tetratelabs/wazero v1.12.0
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.50.0
)

require (
	github.com/dsh-go/dsh/packages/core/code-runtime v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	go.uber.org/fx v1.24.0
)

require (
	github.com/go-json-experiment/json v1.27.2 // indirect
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
)

replace (
	github.com/dsh-go/dsh/packages/core/code-runtime => ..
	github.com/dsh-go/dsh/packages/core/scope => ../../scope
)
