module github.com/dsh-go/dsh/packages/core/code-runtime/quickjs

go 1.26.0

require (
	github.com/tetratelabs/wazero v1.12.0
	golang.org/x/sys v0.50.0
)

replace github.com/dsh-go/dsh/packages/core/code-runtime => ../
