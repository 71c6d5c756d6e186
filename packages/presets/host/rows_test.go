package host_test

import (
	"errors"
	"strings"
	"testing"

	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// What is wrong with a configuration file is found at the start, also in rows that
// only agents get and in rows that are switched off, and named by file, line and
// member, with what would be right.
func TestFilesAreCheckedAtTheStart(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"unknown plugin", "rows:\n  - plugin: policy-rety\n",
			`f.yaml:2: preset "coding" mounts plugin "policy-rety", which is not linked; did you mean policy-retry`},
		{"unknown member", "rows:\n  - plugin: tool-read\n    config:\n      readLimt: 7\n",
			`f.yaml:4: preset "coding", plugin "tool-read": plugin "tool-read": config: at /readLimt: ` +
				`unknown field "readLimt", did you mean "readLimit"?`},
		{"wrong type", "rows:\n  - plugin: tool-read\n    config:\n      readLimit: much\n",
			`f.yaml:4: preset "coding", plugin "tool-read": plugin "tool-read": config: at /readLimit: want an integer, got a string`},
		{"out of range", "rows:\n  - plugin: policy-repeat\n    config: {thresholds: [1]}\n",
			`f.yaml:3: preset "coding", plugin "policy-repeat": `},
		{"out of range, further down",
			"rows:\n  - plugin: policy-retry\n    config:\n      initialDelayMs: 5\n      maxAttempts: -1\n",
			`f.yaml:5: preset "coding", plugin "policy-retry": plugin "policy-retry": config: maxAttempts`},
		{"out of range, alone",
			"rows:\n  - plugin: tool-read\n    config:\n      readLimit: -1\n",
			`f.yaml:4: preset "coding", plugin "tool-read": plugin "tool-read": config: readLimit must be`},
		{"row of agents", "rows:\n  - plugin: tool-bash\n    config:\n      timeut: 7\n",
			`f.yaml:4: preset "coding", plugin "tool-bash": `},
		{"switched off", "rows:\n  - plugin: tool-web-fetch\n    disabled: true\n    config: {timeoutMS: 7}\n",
			`f.yaml:4: preset "coding", plugin "tool-web-fetch": `},
		{"permission preset", "rows:\n  - plugin: permission-presets\n    config: {default: workspace}\n",
			`f.yaml:2: preset "coding", plugin "permission-presets": plugin "permission-presets": config: ` +
				`no permission preset is named "workspace"; there are: read-only, workspace-write, danger-full-access`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			file, err := presets.ParseFile("f.yaml", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			preset, err := builtin.Named("coding")
			if err != nil {
				t.Fatal(err)
			}
			h, err := host.Start(t.Context(), preset.With(file.Rows...), host.Options{})
			if err == nil {
				t.Error(h.Close(t.Context()))
			}
			if e, ok := errors.AsType[*presets.Error](err); !ok || e.Code == "" || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// A composition in which no agent could take a step is refused before the model is
// asked, with the row that is missing.
func TestLoopNeedsAnExecutor(t *testing.T) {
	for rows, want := range map[string]string{
		"[{plugin: tool-executor-native, disabled: true}]":                              "mount the native or the ptc executor",
		"[{plugin: tool-executor-native, disabled: true}, {plugin: tool-executor-ptc}]": "mount code-runtime-quickjs beside it",
	} {
		file, err := presets.ParseFile("f.yaml", []byte("rows: "+rows))
		if err != nil {
			t.Fatal(err)
		}
		preset, err := builtin.Named("minimal")
		if err != nil {
			t.Fatal(err)
		}
		h, err := host.Start(t.Context(), preset.With(file.Rows...), host.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a, err := h.Create(t.Context(), host.Spec{ID: "a", Dir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Loop(a, nil, agentloop.Config{})
		if e, ok := errors.AsType[*presets.Error](err); !ok || e.Code != presets.CodeWiring || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", rows, err)
		}
		if err := h.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
