package builtin

import (
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/policy/repeat"
	"github.com/dsh-go/dsh/packages/policy/retry"
	"github.com/dsh-go/dsh/packages/policy/spill"
	spillstore "github.com/dsh-go/dsh/packages/policy/spill/local"
	"github.com/dsh-go/dsh/packages/policy/telemetry"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/bridge"
	"github.com/dsh-go/dsh/packages/tools/ask"
	"github.com/dsh-go/dsh/packages/tools/todo"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/fetch"
	"github.com/dsh-go/dsh/packages/tools/web/httpfetch"
	"github.com/dsh-go/dsh/packages/tools/web/search"
	"github.com/dsh-go/dsh/packages/tools/web/searxng"
	"github.com/dsh-go/dsh/packages/tools/web/tavily"
	"github.com/go-json-experiment/json"
)

// row is a row with a configuration.
func row(plugin, config string) presets.Row {
	return presets.Row{Plugin: plugin, Config: []byte(config)}
}

// off is a row that a configuration file can switch on where it stands.
func off(plugin string) presets.Row { return presets.Row{Plugin: plugin, Disabled: true} }

// text is a string in JSON.
func text(s string) string {
	quoted, _ := json.Marshal(s) // of a string that came from the environment: replaced, not refused
	return string(quoted)
}

// policies are the rows that come first: who executes, and the policies. Their
// order is part of what they mean. A run that is repeated has the whole budget
// each time, so retry stands outside timeout, and covers the tools whose failures
// may pass; repeat sees what every later listener decided.
func policies(permissions string) []presets.Row {
	return []presets.Row{
		{Plugin: native.PluginName},
		off(quickjs.PluginName),
		row(retry.PluginName, `{"tools": ["web_*", "mcp__*"]}`), {Plugin: timeout.PluginName},
		{Plugin: repeat.PluginName},
		{Plugin: permission.PluginName},
		row(permission.PresetsPluginName, `{"default": `+text(permissions)+`}`),
		{Plugin: approval.PluginName},
		row(spillstore.PluginName, `{"root": `+text(cache("spill"))+`}`),
		row(spill.PluginName, `{"maxInlineBytes": 50000}`),
	}
}

// last are the rows that stand behind all others of the shared plane: telemetry
// puts itself in front of every stage, and so also of these.
func last() []presets.Row { return []presets.Row{{Plugin: telemetry.PluginName}} }

// programs is the row by which agents get the ptc executor.
func programs() presets.Row { return off(ptc.PluginName) }

// confined are the rows of the file system: its wall follows the permission preset
// of the session, and what tools cut is kept where read finds it.
func confined(mode string, reads bool) []presets.Row {
	config := `{"mode": ` + text(mode)
	if reads {
		config += `, "confineReads": true`
		if dir := cache("spill"); dir != "" {
			config += `, "readable": [` + text(dir) + `]`
		}
	}
	return []presets.Row{
		row(bridge.ModesPluginName, config+`}`), {Plugin: bridge.StorePluginName},
	}
}

// talk are the rows of the list of tasks and of questions to the person.
func talk() []presets.Row {
	return []presets.Row{
		row(todo.PluginName, `{"allowParallelInProgress": false}`), {Plugin: ask.PluginName},
	}
}

// browse are the rows of the web, on or off. web_search is there where a provider
// is: a SearXNG endpoint in the configuration, or a key in the environment.
func browse(on bool) []presets.Row {
	rows := []presets.Row{
		{Plugin: web.PluginName},
		{Plugin: searxng.PluginName}, {Plugin: tavily.PluginName}, {Plugin: httpfetch.PluginName},
		row(search.PluginName, `{"timeoutMs": 60000}`), {Plugin: fetch.PluginName},
	}
	for i := range rows {
		rows[i].Disabled = !on
	}
	return rows
}

// cache is a directory of dsh in the user's cache directory; empty where there is
// none, which leaves the place to the plugin.
func cache(name string) string {
	dir, err := os.UserCacheDir()
	if err != nil || !filepath.IsAbs(dir) {
		return ""
	}
	return filepath.Join(dir, "dsh", name)
}
