package conformance_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/conformance"
)

// TestUnsupported runs a driver that can do nothing: every case is skipped with
// its reason and counted.
func TestUnsupported(t *testing.T) {
	sum := conformance.Run(t, os.DirFS("testdata"), conformance.Unsupported{})
	if sum.Passed != 0 || sum.Failed != 0 || sum.SkippedCount() < 300 {
		t.Errorf(
			"summary is %d passed, %d failed, %d skipped",
			sum.Passed,
			sum.Failed,
			sum.SkippedCount(),
		)
	}
	if !strings.Contains(sum.String(), "the driver has no Call: unsupported operation") {
		t.Errorf("the summary does not say why: %s", sum)
	}
}

// sound is a case that passes.
const sound = `{"id":"sound","schema":{"type":"string"},"value":"x","valid":true,"violations":[]}`

// refused are vector files that must not pass, and what the run says of them.
var refused = []struct {
	name, file, text string
	want             []string
}{
	{"no files", "README.md", "nothing", []string{"the directory has no .json files"}},
	{"unknown file", "json-schema-acept.json", `{"cases":[]}`, []string{"no suite of this name", "json-schema-accept"}},
	{"no JSON", "ts-types.json", `{"cases":[`, []string{"ts-types.json"}},
	{
		"unknown member of a file", "json-schema-accept.json", `{"about":"","more":1,"cases":[` + sound + `]}`,
		[]string{`unknown member "more"`, "1 passed, 1 failed"},
	},
	{
		"unknown field", "json-schema-accept.json",
		`{"cases":[` + sound + `,{"id":"odd","schema":{},"value":1,"valid":true,"violations":[],"mode":"x"}]}`,
		[]string{`"mode"`, "1 passed, 1 failed"},
	},
	{
		"unknown special value", "json-schema-accept.json",
		`{"cases":[{"id":"odd","schema":{},"value":{"$v":"weird"},"valid":true,"violations":[]}]}`,
		[]string{`unknown special value "weird"`},
	},
	{
		"contradiction", "json-schema-accept.json",
		`{"cases":[{"id":"odd","schema":{},"value":1,"valid":false,"violations":[]}]}`,
		[]string{"valid is false with 0 violations"},
	},
	{
		"twice the same id", "json-schema-accept.json", `{"cases":[` + sound + `,` + sound + `]}`,
		[]string{`"sound" is empty or occurs twice`},
	},
	{
		"wrong expectation", "json-schema-accept.json",
		`{"cases":[{"id":"wrong","reason":"R","schema":{"type":"null"},"value":1,"valid":true,"violations":[]}]}`,
		[]string{"violations are [value type], want []", "R\n"},
	},
	{
		"unknown operation", "registry-view.json",
		`{"cases":[{"id":"odd","scopes":{},"ops":[["rename",null]],"views":{},"errors":{}}]}`,
		[]string{`unknown operation "rename"`},
	},
	{
		"unknown scenario word", "pipeline-outcomes.json",
		`{"cases":[{"id":"odd","scenario":{"pre":"maybe"},"expect":{"isError":false,"content":[],"contexts":[],"trace":[]}}]}`,
		[]string{`unknown pre "maybe"`},
	},
	{
		"unknown mode", "scheduling.json",
		`{"cases":[{"id":"odd","cap":1,"calls":[{"id":"a","mode":"lazy","ticks":1}],"expect":{}}]}`,
		[]string{`unknown mode "lazy"`},
	},
	{
		"unknown expectation", "scheduling.json",
		`{"cases":[{"id":"odd","cap":1,"calls":[{"id":"a","mode":"parallel","ticks":1}],"expect":{"colour":1}}]}`,
		[]string{`"colour"`},
	},
	{
		"unknown layer", "timeout.json", `{"cases":[{"id":"odd","layer":"moon","setup":{},"expect":{}}]}`,
		[]string{`unknown layer "moon"`},
	},
	{
		"unknown generator", "fs-read.json",
		`{"cases":[{"id":"odd","content_generator":"a poem","args":{},"expect":{}}]}`,
		[]string{`content_generator "a poem"`},
	},
}

// TestRunnerRefuses demands that a run fails for what a vector file must not
// hold, names it, and runs the other cases all the same.
func TestRunnerRefuses(t *testing.T) {
	for _, c := range refused {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, c.file), []byte(c.text), 0o644); err != nil {
				t.Fatal(err)
			}
			output, err := exec.CommandContext(
				t.Context(),
				os.Args[0],
				"-test.run=^TestVectors$",
				"-vectors",
				dir,
			).CombinedOutput()
			if err == nil {
				t.Fatalf("the run passes:\n%s", output)
			}
			for _, want := range c.want {
				if !strings.Contains(string(output), want) {
					t.Errorf("the run does not say %q:\n%s", want, output)
				}
			}
		})
	}
}
