module github.com/dsh-go/dsh/tools/gen

go 1.26.0

require (
	github.com/aymanbagabas/go-udiff v0.4.2
	github.com/go-json-experiment/json v1.27.2
	github.com/goccy/go-graphviz v0.2.10
	github.com/goccy/go-yaml v1.19.2
	github.com/google/go-cmp v0.7.0
	github.com/yuin/goldmark v1.8.7
	go.uber.org/fx v1.24.0
	golang.org/x/mod v0.43.0
	golang.org/x/sync v0.25.0
	golang.org/x/tools v0.52.0
)

require (
	github.com/JohannesKaufmann/dom v0.3.1 // indirect
	github.com/JohannesKaufmann/html-to-markdown/v2 v2.5.2 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/cenkalti/backoff/v5 v5.0.3 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/creack/pty v1.1.24 // indirect
	github.com/disintegration/imaging v1.6.2 // indirect
	github.com/flopp/go-findfont v0.1.0 // indirect
	github.com/fogleman/gg v1.3.0 // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/landlock-lsm/go-landlock v0.11.2 // indirect
	github.com/modelcontextprotocol/go-sdk v1.8.0 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/tetratelabs/wazero v1.12.0 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.opentelemetry.io/otel v1.47.0 // indirect
	go.opentelemetry.io/otel/metric v1.47.0 // indirect
	go.opentelemetry.io/otel/trace v1.47.0 // indirect
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/goleak v1.3.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
	golang.org/x/image v0.48.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	golang.org/x/time v0.15.0 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
	mvdan.cc/sh/v3 v3.14.1 // indirect
)

require (
	github.com/dsh-go/dsh/packages/core/agent v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/agent-loop v0.0.0
	github.com/dsh-go/dsh/packages/core/code-runtime v0.0.0
	github.com/dsh-go/dsh/packages/core/code-runtime/quickjs v0.0.0
	github.com/dsh-go/dsh/packages/core/json-schema-full v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/dsh-go/dsh/packages/core/session v0.0.0
	github.com/dsh-go/dsh/packages/core/system-prompt v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/tool-executor-native v0.0.0
	github.com/dsh-go/dsh/packages/core/tool-executor-ptc v0.0.0
	github.com/dsh-go/dsh/packages/core/tools v0.0.0
	github.com/dsh-go/dsh/packages/policy/approval v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/policy/permission v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/policy/repeat v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/policy/retry v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/policy/spill v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/policy/telemetry v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/policy/timeout v0.0.0
	github.com/dsh-go/dsh/packages/presets v0.0.0
	github.com/dsh-go/dsh/packages/testkit v0.0.0
	github.com/dsh-go/dsh/packages/tools/ask v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/tools/bash v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/tools/fs v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/tools/mcp v0.0.0
	github.com/dsh-go/dsh/packages/tools/todo v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/tools/web v0.0.0 // indirect
)

replace (
	github.com/dsh-go/dsh/packages/core/agent => ../../packages/core/agent
	github.com/dsh-go/dsh/packages/core/agent-loop => ../../packages/core/agent-loop
	github.com/dsh-go/dsh/packages/core/code-runtime => ../../packages/core/code-runtime
	github.com/dsh-go/dsh/packages/core/code-runtime/quickjs => ../../packages/core/code-runtime/quickjs
	github.com/dsh-go/dsh/packages/core/json-schema-full => ../../packages/core/json-schema-full
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../../packages/core/jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../../packages/core/llm
	github.com/dsh-go/dsh/packages/core/llm/anthropic => ../../packages/core/llm/anthropic
	github.com/dsh-go/dsh/packages/core/llm/openai => ../../packages/core/llm/openai
	github.com/dsh-go/dsh/packages/core/scope => ../../packages/core/scope
	github.com/dsh-go/dsh/packages/core/session => ../../packages/core/session
	github.com/dsh-go/dsh/packages/core/system-prompt => ../../packages/core/system-prompt
	github.com/dsh-go/dsh/packages/core/tool-executor-native => ../../packages/core/tool-executor-native
	github.com/dsh-go/dsh/packages/core/tool-executor-ptc => ../../packages/core/tool-executor-ptc
	github.com/dsh-go/dsh/packages/core/tools => ../../packages/core/tools
	github.com/dsh-go/dsh/packages/policy/approval => ../../packages/policy/approval
	github.com/dsh-go/dsh/packages/policy/permission => ../../packages/policy/permission
	github.com/dsh-go/dsh/packages/policy/repeat => ../../packages/policy/repeat
	github.com/dsh-go/dsh/packages/policy/retry => ../../packages/policy/retry
	github.com/dsh-go/dsh/packages/policy/spill => ../../packages/policy/spill
	github.com/dsh-go/dsh/packages/policy/telemetry => ../../packages/policy/telemetry
	github.com/dsh-go/dsh/packages/policy/timeout => ../../packages/policy/timeout
	github.com/dsh-go/dsh/packages/presets => ../../packages/presets
	github.com/dsh-go/dsh/packages/testkit => ../../packages/testkit
	github.com/dsh-go/dsh/packages/tools/ask => ../../packages/tools/ask
	github.com/dsh-go/dsh/packages/tools/bash => ../../packages/tools/bash
	github.com/dsh-go/dsh/packages/tools/fs => ../../packages/tools/fs
	github.com/dsh-go/dsh/packages/tools/mcp => ../../packages/tools/mcp
	github.com/dsh-go/dsh/packages/tools/todo => ../../packages/tools/todo
	github.com/dsh-go/dsh/packages/tools/web => ../../packages/tools/web
)
