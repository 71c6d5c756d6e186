module github.com/dsh-go/dsh/conformance

go 1.26.0

require github.com/go-json-experiment/json v1.27.2

require (
	github.com/aymanbagabas/go-udiff v0.4.2 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/creack/pty v1.1.24 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/landlock-lsm/go-landlock v0.11.2 // indirect
	github.com/tetratelabs/wazero v1.12.0 // indirect
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/fx v1.24.0 // indirect
	go.uber.org/goleak v1.3.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
)

require (
	github.com/dsh-go/dsh/packages/core/agent v0.0.0
	github.com/dsh-go/dsh/packages/core/agent-loop v0.0.0
	github.com/dsh-go/dsh/packages/core/code-runtime v0.0.0
	github.com/dsh-go/dsh/packages/core/code-runtime/quickjs v0.0.0
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/dsh-go/dsh/packages/core/session v0.0.0
	github.com/dsh-go/dsh/packages/core/system-prompt v0.0.0
	github.com/dsh-go/dsh/packages/core/tool-executor-native v0.0.0
	github.com/dsh-go/dsh/packages/core/tool-executor-ptc v0.0.0
	github.com/dsh-go/dsh/packages/core/tools v0.0.0
	github.com/dsh-go/dsh/packages/policy/approval v0.0.0
	github.com/dsh-go/dsh/packages/policy/spill v0.0.0
	github.com/dsh-go/dsh/packages/policy/timeout v0.0.0
	github.com/dsh-go/dsh/packages/testkit v0.0.0
	github.com/dsh-go/dsh/packages/tools/bash v0.0.0
	github.com/dsh-go/dsh/packages/tools/fs v0.0.0
)

replace (
	github.com/dsh-go/dsh/packages/core/agent => ../packages/core/agent
	github.com/dsh-go/dsh/packages/core/agent-loop => ../packages/core/agent-loop
	github.com/dsh-go/dsh/packages/core/code-runtime => ../packages/core/code-runtime
	github.com/dsh-go/dsh/packages/core/code-runtime/quickjs => ../packages/core/code-runtime/quickjs
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../packages/core/jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../packages/core/llm
	github.com/dsh-go/dsh/packages/core/scope => ../packages/core/scope
	github.com/dsh-go/dsh/packages/core/session => ../packages/core/session
	github.com/dsh-go/dsh/packages/core/system-prompt => ../packages/core/system-prompt
	github.com/dsh-go/dsh/packages/core/tool-executor-native => ../packages/core/tool-executor-native
	github.com/dsh-go/dsh/packages/core/tool-executor-ptc => ../packages/core/tool-executor-ptc
	github.com/dsh-go/dsh/packages/core/tools => ../packages/core/tools
	github.com/dsh-go/dsh/packages/policy/approval => ../packages/policy/approval
	github.com/dsh-go/dsh/packages/policy/spill => ../packages/policy/spill
	github.com/dsh-go/dsh/packages/policy/timeout => ../packages/policy/timeout
	github.com/dsh-go/dsh/packages/testkit => ../packages/testkit
	github.com/dsh-go/dsh/packages/tools/bash => ../packages/tools/bash
	github.com/dsh-go/dsh/packages/tools/fs => ../packages/tools/fs
)
