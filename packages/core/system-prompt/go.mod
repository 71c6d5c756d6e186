module github.com/dsh-go/dsh/packages/core/system-prompt

go 1.26.0

require (
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/go-json-experiment/json v1.27.2
	github.com/google/go-cmp v0.7.0
	go.uber.org/fx v1.24.0
	go.uber.org/goleak v1.3.0
)

require (
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
	golang.org/x/sys v0.0.0-20220412211240-33da011f77ad // indirect
)

replace (
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../llm
	github.com/dsh-go/dsh/packages/core/scope => ../scope
)
