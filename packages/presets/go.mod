module github.com/dsh-go/dsh/packages/presets

go 1.26.0

require (
	github.com/go-json-experiment/json v1.27.2
	github.com/goccy/go-yaml v1.19.2
	github.com/google/go-cmp v0.7.0
	go.uber.org/fx v1.24.0
	go.uber.org/goleak v1.3.0
)

require (
	github.com/JohannesKaufmann/dom v0.3.1 // indirect
	github.com/JohannesKaufmann/html-to-markdown/v2 v2.5.2 // indirect
	github.com/anthropics/anthropic-sdk-go v1.84.0 // indirect
	github.com/aymanbagabas/go-udiff v0.4.2 // indirect
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/buger/jsonparser v1.1.2 // indirect
	github.com/cenkalti/backoff/v5 v5.0.3 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/coder/websocket v1.8.15 // indirect
	github.com/creack/pty v1.1.24 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/invopop/jsonschema v0.14.0 // indirect
	github.com/landlock-lsm/go-landlock v0.11.2 // indirect
	github.com/modelcontextprotocol/go-sdk v1.8.0 // indirect
	github.com/openai/openai-go/v3 v3.99.0 // indirect
	github.com/pb33f/ordered-map/v2 v2.3.1 // indirect
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/standard-webhooks/standard-webhooks/libraries v0.0.1 // indirect
	github.com/tetratelabs/wazero v1.12.0 // indirect
	github.com/tidwall/gjson v1.20.0 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.1 // indirect
	github.com/tidwall/sjson v1.2.5 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.opentelemetry.io/auto/sdk v1.2.1 // indirect
	go.opentelemetry.io/otel v1.47.0 // indirect
	go.opentelemetry.io/otel/log v1.47.0 // indirect
	go.opentelemetry.io/otel/metric v1.47.0 // indirect
	go.opentelemetry.io/otel/trace v1.47.0 // indirect
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
	go.yaml.in/yaml/v4 v4.0.0-rc.2 // indirect
	golang.org/x/image v0.48.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	golang.org/x/time v0.15.0 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
	mvdan.cc/sh/v3 v3.14.1 // indirect
)

require (
	github.com/dsh-go/dsh/packages/core/agent v0.0.0
	github.com/dsh-go/dsh/packages/core/agent-loop v0.0.0
	github.com/dsh-go/dsh/packages/core/code-runtime v0.0.0
	github.com/dsh-go/dsh/packages/core/code-runtime/quickjs v0.0.0
	github.com/dsh-go/dsh/packages/core/json-schema-full v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0
	github.com/dsh-go/dsh/packages/core/llm/anthropic v0.0.0
	github.com/dsh-go/dsh/packages/core/llm/openai v0.0.0
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/dsh-go/dsh/packages/core/session v0.0.0
	github.com/dsh-go/dsh/packages/core/system-prompt v0.0.0
	github.com/dsh-go/dsh/packages/core/tool-executor-native v0.0.0
	github.com/dsh-go/dsh/packages/core/tool-executor-ptc v0.0.0
	github.com/dsh-go/dsh/packages/core/tools v0.0.0
	github.com/dsh-go/dsh/packages/policy/approval v0.0.0
	github.com/dsh-go/dsh/packages/policy/permission v0.0.0
	github.com/dsh-go/dsh/packages/policy/repeat v0.0.0
	github.com/dsh-go/dsh/packages/policy/retry v0.0.0
	github.com/dsh-go/dsh/packages/policy/spill v0.0.0
	github.com/dsh-go/dsh/packages/policy/telemetry v0.0.0
	github.com/dsh-go/dsh/packages/policy/timeout v0.0.0
	github.com/dsh-go/dsh/packages/tools/ask v0.0.0
	github.com/dsh-go/dsh/packages/tools/bash v0.0.0
	github.com/dsh-go/dsh/packages/tools/fs v0.0.0
	github.com/dsh-go/dsh/packages/tools/mcp v0.0.0
	github.com/dsh-go/dsh/packages/tools/todo v0.0.0
	github.com/dsh-go/dsh/packages/tools/web v0.0.0
)

replace (
	github.com/dsh-go/dsh/packages/core/agent => ../core/agent
	github.com/dsh-go/dsh/packages/core/agent-loop => ../core/agent-loop
	github.com/dsh-go/dsh/packages/core/code-runtime => ../core/code-runtime
	github.com/dsh-go/dsh/packages/core/code-runtime/quickjs => ../core/code-runtime/quickjs
	github.com/dsh-go/dsh/packages/core/json-schema-full => ../core/json-schema-full
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../core/jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../core/llm
	github.com/dsh-go/dsh/packages/core/llm/anthropic => ../core/llm/anthropic
	github.com/dsh-go/dsh/packages/core/llm/openai => ../core/llm/openai
	github.com/dsh-go/dsh/packages/core/scope => ../core/scope
	github.com/dsh-go/dsh/packages/core/session => ../core/session
	github.com/dsh-go/dsh/packages/core/system-prompt => ../core/system-prompt
	github.com/dsh-go/dsh/packages/core/tool-executor-native => ../core/tool-executor-native
	github.com/dsh-go/dsh/packages/core/tool-executor-ptc => ../core/tool-executor-ptc
	github.com/dsh-go/dsh/packages/core/tools => ../core/tools
	github.com/dsh-go/dsh/packages/policy/approval => ../policy/approval
	github.com/dsh-go/dsh/packages/policy/permission => ../policy/permission
	github.com/dsh-go/dsh/packages/policy/repeat => ../policy/repeat
	github.com/dsh-go/dsh/packages/policy/retry => ../policy/retry
	github.com/dsh-go/dsh/packages/policy/spill => ../policy/spill
	github.com/dsh-go/dsh/packages/policy/telemetry => ../policy/telemetry
	github.com/dsh-go/dsh/packages/policy/timeout => ../policy/timeout
	github.com/dsh-go/dsh/packages/testkit => ../testkit
	github.com/dsh-go/dsh/packages/tools/ask => ../tools/ask
	github.com/dsh-go/dsh/packages/tools/bash => ../tools/bash
	github.com/dsh-go/dsh/packages/tools/fs => ../tools/fs
	github.com/dsh-go/dsh/packages/tools/mcp => ../tools/mcp
	github.com/dsh-go/dsh/packages/tools/todo => ../tools/todo
	github.com/dsh-go/dsh/packages/tools/web => ../tools/web
)
