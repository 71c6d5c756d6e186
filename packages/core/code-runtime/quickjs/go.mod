module github.com/dsh-go/dsh/packages/core/code-runtime/quickjs

go 1.26.0

require (
	github.com/dsh-go/dsh/packages/core/code-runtime v0.0.0
	github.com/google/go-cmp v0.7.0
	github.com/tetratelabs/wazero v1.12.0
	go.uber.org/goleak v1.3.0
	golang.org/x/sys v0.50.0
)

replace github.com/dsh-go/dsh/packages/core/code-runtime => ../
