package plugin_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/core/scope/scopetest"
	"github.com/google/go-cmp/cmp"
)

type limits struct {
	Bytes int   `json:"bytes"`
	Ratio uint8 `json:"ratio,omitzero"`
}

type shared struct {
	Label string `json:"label"`
}

type config struct {
	shared
	Timeout  string            `json:"timeout"`
	Names    []string          `json:"names"`
	Env      map[string]string `json:"env"`
	Limits   limits            `json:"limits"`
	Nested   *limits           `json:"nested"`
	Strict   bool              `json:"strict"`
	Internal int               `json:"-"`
	Plain    float64
}

func (config) Defaults() config {
	return config{
		Timeout: "1m",
		Names:   []string{"a", "b"},
		Env:     map[string]string{"LANG": "C"},
		Limits:  limits{Bytes: 100, Ratio: 7},
	}
}

func (c config) Validate() error {
	if _, err := time.ParseDuration(c.Timeout); err != nil {
		return fmt.Errorf("timeout: %w", err)
	}
	return nil
}

// capture returns a plugin that stores the configuration it is installed with.
func capture[C any](into *C) plugin.Plugin {
	return plugin.Of("tool", func(_ context.Context, _ *scope.Scope, c C) error {
		*into = c
		return nil
	})
}

func TestInstallDecodesOntoDefaults(t *testing.T) {
	defaults := config{}.Defaults()
	with := func(change func(*config)) config {
		c := config{}.Defaults()
		change(&c)
		return c
	}
	tests := map[string]struct {
		text string
		want config
	}{
		"nothing":      {"", defaults},
		"blank":        {" \n\t", defaults},
		"null":         {" null ", defaults},
		"empty object": {"{}", defaults},
		"one member":   {`{"timeout":"2s"}`, with(func(c *config) { c.Timeout = "2s" })},
		"one level down": {`{"limits":{"bytes":5}}`,
			with(func(c *config) { c.Limits.Bytes = 5 })},
		"map is extended": {`{"env":{"HOME":"/"}}`,
			with(func(c *config) { c.Env = map[string]string{"LANG": "C", "HOME": "/"} })},
		"array is replaced": {`{"names":["z"]}`, with(func(c *config) { c.Names = []string{"z"} })},
		"embedded":          {`{"label":"x"}`, with(func(c *config) { c.Label = "x" })},
		"no tag":            {`{"Plain":1.5}`, with(func(c *config) { c.Plain = 1.5 })},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got config
			if err := capture(&got).Install(t.Context(), scopetest.Root(t), []byte(tt.text)); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(config{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestInstallRefusesConfig(t *testing.T) {
	const known = `(known: Plain, env, label, limits, names, nested, strict, timeout)`
	tests := map[string]struct {
		text    string
		code    plugin.Code
		pointer string
		want    string
	}{
		"unknown": {`{"frob":1}`, plugin.CodeUnknownField, "/frob",
			`plugin "tool": config: at /frob: unknown field "frob" ` + known},
		"misspelt": {`{"timout":"1s"}`, plugin.CodeUnknownField, "/timout",
			`unknown field "timout", did you mean "timeout"? ` + known},
		"case": {`{"Timeout":"1s"}`, plugin.CodeUnknownField, "/Timeout", `did you mean "timeout"?`},
		"ignored field": {`{"Internal":1}`, plugin.CodeUnknownField, "/Internal",
			`unknown field "Internal" (known:`},
		"unknown below": {`{"limits":{"bites":1}}`, plugin.CodeUnknownField, "/limits/bites",
			`at /limits/bites: unknown field "bites", did you mean "bytes"? (known: bytes, ratio)`},
		"unknown below a pointer": {`{"nested":{"x":1}}`, plugin.CodeUnknownField, "/nested/x",
			`unknown field "x" (known: bytes, ratio)`},
		"duplicate": {`{"strict":true,"strict":false}`, plugin.CodeConfig, "/strict", "duplicate"},
		"string for integer": {`{"limits":{"bytes":"5"}}`, plugin.CodeConfig, "/limits/bytes",
			`at /limits/bytes: want an integer, got a string`},
		"fraction for integer": {`{"limits":{"bytes":1.5}}`, plugin.CodeConfig, "/limits/bytes",
			`want an integer, got a number`},
		"negative": {`{"limits":{"ratio":-1}}`, plugin.CodeConfig, "/limits/ratio",
			`want an integer that is not negative, got a number`},
		"too large": {`{"limits":{"ratio":999}}`, plugin.CodeConfig, "/limits/ratio", `out of range`},
		"number for string": {`{"timeout":3}`, plugin.CodeConfig, "/timeout",
			`want a string, got a number`},
		"element": {`{"names":["a",true]}`, plugin.CodeConfig, "/names/1",
			`want a string, got a boolean`},
		"object for array": {`{"names":{}}`, plugin.CodeConfig, "/names",
			`want an array, got an object`},
		"array for object": {`[]`, plugin.CodeConfig, "", `config: want an object, got an array`},
		"null for object":  {`{"limits":[null]}`, plugin.CodeConfig, "/limits", `want an object`},
		"string for boolean": {`{"strict":"x"}`, plugin.CodeConfig, "/strict",
			`want a boolean, got a string`},
		"string for number": {`{"Plain":"x"}`, plugin.CodeConfig, "/Plain",
			`want a number, got a string`},
		"string behind a pointer": {`{"nested":"x"}`, plugin.CodeConfig, "/nested",
			`want an object, got a string`},
		"syntax":     {`{"strict":tru}`, plugin.CodeConfig, "/strict", `offset 13`},
		"truncated":  {`{"strict":`, plugin.CodeConfig, "/strict", `offset 10`},
		"two values": {`{} {}`, plugin.CodeConfig, "", `offset 3`},
		"not valid": {`{"timeout":"soon"}`, plugin.CodeInvalid, "",
			`plugin "tool": config: timeout: time: invalid duration "soon"`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got config
			err := capture(&got).Install(t.Context(), scopetest.Root(t), []byte(tt.text))
			e, ok := errors.AsType[*plugin.Error](err)
			if !ok || e.Code != tt.code || plugin.CodeOf(err) != tt.code || e.Pointer != tt.pointer {
				t.Errorf("error %v\nwant code %s at %q", err, tt.code, tt.pointer)
			}
			if ok && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error\n%v\nwant\n%v", err, tt.want)
			}
			for _, word := range []string{"plugin_test.", " Go ", "int64", "uint8", "struct"} {
				if text := fmt.Sprint(err); strings.Contains(text, word) {
					t.Errorf("the text speaks of Go types: %s", text)
				}
			}
			if tt.code == plugin.CodeUnknownField && len(e.Known) == 0 {
				t.Error("the known fields are missing")
			}
		})
	}
}

type pointerConfig struct{ N int }

func (c *pointerConfig) Validate() error {
	if c == nil || c.N < 0 {
		return errors.New("N must not be negative")
	}
	return nil
}

func TestValidateOnPointers(t *testing.T) {
	var byValue pointerConfig
	var byPointer *pointerConfig
	for _, p := range []plugin.Plugin{capture(&byValue), capture(&byPointer)} {
		s := scopetest.Root(t)
		err := p.Install(t.Context(), s, []byte(`{"N":-1}`))
		if plugin.CodeOf(err) != plugin.CodeInvalid {
			t.Errorf("error %v", err)
		}
		if err := p.Install(t.Context(), s, []byte(`{"N":1}`)); err != nil {
			t.Error(err)
		}
	}
	if byValue.N != 1 || byPointer.N != 1 {
		t.Errorf("got %v and %v", byValue, byPointer)
	}
}

func TestConfigWithoutFields(t *testing.T) {
	var none struct{}
	err := capture(&none).Install(t.Context(), scopetest.Root(t), []byte(`{"a":1}`))
	want := `unknown field "a"; none is known here`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	var free map[string]int
	err = capture(&free).Install(t.Context(), scopetest.Root(t), []byte(`{"a":1}`))
	if err != nil || free["a"] != 1 {
		t.Errorf("got %v, %v", free, err)
	}
}

func TestInstallFails(t *testing.T) {
	failed := errors.New("failed")
	type none = struct{}
	tests := map[string]struct {
		p    plugin.Plugin
		code plugin.Code
		want string
	}{
		"error": {plugin.Of("p", func(context.Context, *scope.Scope, none) error { return failed }),
			plugin.CodeInstall, `plugin "p": failed`},
		"panic": {plugin.Of("p", func(context.Context, *scope.Scope, none) error { panic(failed) }),
			plugin.CodePanic, `plugin "p": install panicked: failed`},
		"zero plugin": {plugin.Plugin{}, plugin.CodeEmpty,
			`plugin "": has no install function; make it with plugin.Of`},
		"no name": {plugin.Of("", func(context.Context, *scope.Scope, none) error { return failed }),
			plugin.CodeEmpty, `plugin "": has no name; give one to plugin.Of`},
		"nil function": {plugin.Of[none]("p", nil), plugin.CodeEmpty,
			`plugin "p": has no install function; make it with plugin.Of`},
		"panic in Defaults": {capture(new(badDefaults)), plugin.CodePanic,
			`plugin "tool": install panicked: failed`},
		"panic in Validate": {capture(new(badValidate)), plugin.CodePanic,
			`plugin "tool": install panicked: failed`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := tt.p.Install(t.Context(), scopetest.Root(t), nil)
			if plugin.CodeOf(err) != tt.code || err.Error() != tt.want {
				t.Errorf("error %v, code %s\nwant  %v, code %s", err, plugin.CodeOf(err), tt.want, tt.code)
			}
			if p, ok := errors.AsType[*scope.PanicError](err); tt.code == plugin.CodePanic {
				if !ok || !strings.Contains(string(p.Stack), "plugin_test.go") {
					t.Errorf("panic without the stack: %v", err)
				}
			}
		})
	}
	err := tests["error"].p.Install(t.Context(), nil, nil)
	if plugin.CodeOf(err) != plugin.CodeInstall || errors.Is(err, failed) {
		t.Errorf("nil scope: %v", err)
	}
	if err := tests["error"].p.Install(t.Context(), scopetest.Root(t), nil); !errors.Is(err, failed) {
		t.Errorf("the cause is lost: %v", err)
	}
	if plugin.CodeOf(failed) != "" {
		t.Error("code of a foreign error")
	}
}

type badDefaults struct{}

func (badDefaults) Defaults() badDefaults { panic("failed") }

type badValidate struct{}

func (badValidate) Validate() error { panic("failed") }

func TestConfigForCatalogs(t *testing.T) {
	var c config
	p := capture(&c)
	got, ok := p.Config().(*config)
	if !ok || got.Timeout != "1m" {
		t.Fatalf("config %#v", p.Config())
	}
	got.Env["LANG"] = "changed"
	if again := p.Config().(*config); again.Env["LANG"] != "C" {
		t.Error("two callers share one configuration")
	}
	if (plugin.Plugin{}).Config() != nil {
		t.Error("the zero plugin has a configuration")
	}
	if capture(new(badDefaults)).Config() != nil {
		t.Error("defaults that panic made a configuration")
	}
}
