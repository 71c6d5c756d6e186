module github.com/dsh-go/dsh/bench

go 1.26.0

require (
	github.com/cloudwego/eino v0.7.36
	github.com/dop251/goja v0.0.0-20260917113740-793a2a65c13b
	github.com/firebase/genkit/go v1.4.0
	github.com/go-json-experiment/json v1.27.2
	github.com/mark3labs/mcp-go v1.2.1
	github.com/modelcontextprotocol/go-sdk v1.8.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	gonum.org/v1/plot v0.17.0
	modernc.org/quickjs v0.27.0
)

require (
	codeberg.org/go-fonts/liberation v0.5.0 // indirect
	codeberg.org/go-latex/latex v0.2.0 // indirect
	codeberg.org/go-pdf/fpdf v0.11.1 // indirect
	git.sr.ht/~sbinet/gg v0.7.0 // indirect
	github.com/JohannesKaufmann/dom v0.3.1 // indirect
	github.com/JohannesKaufmann/html-to-markdown/v2 v2.5.2 // indirect
	github.com/ajstarks/svgo v0.0.0-20211024235047-1546f124cd8b // indirect
	github.com/aymanbagabas/go-udiff v0.4.2 // indirect
	github.com/bahlo/generic-list-go v0.2.0 // indirect
	github.com/bmatcuk/doublestar/v4 v4.10.4 // indirect
	github.com/buger/jsonparser v1.1.2 // indirect
	github.com/bytedance/gopkg v0.1.3 // indirect
	github.com/bytedance/sonic v1.15.5 // indirect
	github.com/bytedance/sonic/loader v0.5.3 // indirect
	github.com/cenkalti/backoff/v5 v5.0.3 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/cloudwego/base64x v0.1.6 // indirect
	github.com/creack/pty v1.1.24 // indirect
	github.com/dlclark/regexp2/v2 v2.5.2 // indirect
	github.com/dustin/go-humanize v1.1.0 // indirect
	github.com/eino-contrib/jsonschema v1.0.3 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/go-logr/stdr v1.2.2 // indirect
	github.com/go-sourcemap/sourcemap v2.1.3+incompatible // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/google/dotprompt/go v0.0.0-20251014011017-8d056e027254 // indirect
	github.com/google/jsonschema-go v0.4.3 // indirect
	github.com/google/pprof v0.0.0-20230207041349-798e818bf904 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/goph/emperror v0.17.2 // indirect
	github.com/invopop/jsonschema v0.13.0 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/klauspost/cpuid/v2 v2.2.9 // indirect
	github.com/landlock-lsm/go-landlock v0.11.2 // indirect
	github.com/mailru/easyjson v0.9.0 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/mbleigh/raymond v0.0.0-20250414171441-6b3a58ab9e0a // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.2 // indirect
	github.com/ncruces/go-strftime v1.1.0 // indirect
	github.com/nikolalohinski/gonja v1.5.3 // indirect
	github.com/pelletier/go-toml/v2 v2.0.9 // indirect
	github.com/pkg/errors v0.9.1 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/segmentio/encoding v0.5.4 // indirect
	github.com/sirupsen/logrus v1.9.3 // indirect
	github.com/slongfield/pyfmt v0.0.0-20220222012616-ea85ff4c361f // indirect
	github.com/spf13/cast v1.7.1 // indirect
	github.com/tetratelabs/wazero v1.12.0 // indirect
	github.com/twitchyliquid64/golang-asm v0.15.1 // indirect
	github.com/wk8/go-ordered-map/v2 v2.1.8 // indirect
	github.com/xeipuuv/gojsonpointer v0.0.0-20190905194746-02993c407bfb // indirect
	github.com/xeipuuv/gojsonreference v0.0.0-20180127040603-bd5ef7bd5415 // indirect
	github.com/xeipuuv/gojsonschema v1.2.0 // indirect
	github.com/yargevad/filepathx v1.0.0 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	go.opentelemetry.io/auto/sdk v1.2.1 // indirect
	go.opentelemetry.io/otel v1.47.0 // indirect
	go.opentelemetry.io/otel/log v1.47.0 // indirect
	go.opentelemetry.io/otel/metric v1.47.0 // indirect
	go.opentelemetry.io/otel/sdk v1.47.0 // indirect
	go.opentelemetry.io/otel/trace v1.47.0 // indirect
	go.uber.org/dig v1.19.0 // indirect
	go.uber.org/fx v1.24.0 // indirect
	go.uber.org/multierr v1.10.0 // indirect
	go.uber.org/zap v1.26.0 // indirect
	golang.org/x/arch v0.11.0 // indirect
	golang.org/x/exp v0.0.0-20250408133849-7e4ce0ab07d0 // indirect
	golang.org/x/image v0.48.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/oauth2 v0.35.0 // indirect
	golang.org/x/sync v0.25.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
	golang.org/x/text v0.44.0 // indirect
	golang.org/x/time v0.15.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
	kernel.org/pub/linux/libs/security/libcap/psx v1.2.78 // indirect
	modernc.org/libc v1.79.0 // indirect
	modernc.org/libquickjs v0.14.0 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.12.1 // indirect
	mvdan.cc/sh/v3 v3.14.1 // indirect
)

// genkit's prompt library does not build with it; only peers are linked with this
// package.
exclude github.com/invopop/jsonschema v0.14.0

require (
	github.com/dsh-go/dsh/packages/core/agent v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/agent-loop v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/code-runtime v0.0.0
	github.com/dsh-go/dsh/packages/core/code-runtime/quickjs v0.0.0
	github.com/dsh-go/dsh/packages/core/json-schema-full v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/jsonvalue v0.0.0
	github.com/dsh-go/dsh/packages/core/llm v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/scope v0.0.0
	github.com/dsh-go/dsh/packages/core/session v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/core/system-prompt v0.0.0
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
	github.com/dsh-go/dsh/packages/tools/ask v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/tools/bash v0.0.0
	github.com/dsh-go/dsh/packages/tools/fs v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/tools/mcp v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/tools/todo v0.0.0 // indirect
	github.com/dsh-go/dsh/packages/tools/web v0.0.0 // indirect
)

replace (
	github.com/dsh-go/dsh/packages/core/agent => ../packages/core/agent
	github.com/dsh-go/dsh/packages/core/agent-loop => ../packages/core/agent-loop
	github.com/dsh-go/dsh/packages/core/code-runtime => ../packages/core/code-runtime
	github.com/dsh-go/dsh/packages/core/code-runtime/quickjs => ../packages/core/code-runtime/quickjs
	github.com/dsh-go/dsh/packages/core/json-schema-full => ../packages/core/json-schema-full
	github.com/dsh-go/dsh/packages/core/jsonvalue => ../packages/core/jsonvalue
	github.com/dsh-go/dsh/packages/core/llm => ../packages/core/llm
	github.com/dsh-go/dsh/packages/core/llm/anthropic => ../packages/core/llm/anthropic
	github.com/dsh-go/dsh/packages/core/llm/openai => ../packages/core/llm/openai
	github.com/dsh-go/dsh/packages/core/scope => ../packages/core/scope
	github.com/dsh-go/dsh/packages/core/session => ../packages/core/session
	github.com/dsh-go/dsh/packages/core/system-prompt => ../packages/core/system-prompt
	github.com/dsh-go/dsh/packages/core/tool-executor-native => ../packages/core/tool-executor-native
	github.com/dsh-go/dsh/packages/core/tool-executor-ptc => ../packages/core/tool-executor-ptc
	github.com/dsh-go/dsh/packages/core/tools => ../packages/core/tools
	github.com/dsh-go/dsh/packages/policy/approval => ../packages/policy/approval
	github.com/dsh-go/dsh/packages/policy/permission => ../packages/policy/permission
	github.com/dsh-go/dsh/packages/policy/repeat => ../packages/policy/repeat
	github.com/dsh-go/dsh/packages/policy/retry => ../packages/policy/retry
	github.com/dsh-go/dsh/packages/policy/spill => ../packages/policy/spill
	github.com/dsh-go/dsh/packages/policy/telemetry => ../packages/policy/telemetry
	github.com/dsh-go/dsh/packages/policy/timeout => ../packages/policy/timeout
	github.com/dsh-go/dsh/packages/presets => ../packages/presets
	github.com/dsh-go/dsh/packages/testkit => ../packages/testkit
	github.com/dsh-go/dsh/packages/tools/ask => ../packages/tools/ask
	github.com/dsh-go/dsh/packages/tools/bash => ../packages/tools/bash
	github.com/dsh-go/dsh/packages/tools/fs => ../packages/tools/fs
	github.com/dsh-go/dsh/packages/tools/mcp => ../packages/tools/mcp
	github.com/dsh-go/dsh/packages/tools/todo => ../packages/tools/todo
	github.com/dsh-go/dsh/packages/tools/web => ../packages/tools/web
)
