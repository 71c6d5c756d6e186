package source_test

import (
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/source"
)

func TestMarkdown(t *testing.T) {
	in := "Execute runs the [Body], see [Registry.Execute]\nand [not this one] (§16.2).\n"
	want := "Execute runs the `Body`, see `Registry.Execute` and [not this one]."
	if got := source.Markdown(in); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSummary(t *testing.T) {
	for in, want := range map[string]string{
		"Package read is the tool `read`: a window. More.": "The tool `read`: a window.",
		"Command dsh runs tool calls.":                     "Runs tool calls.",
		"No package at all":                                "No package at all",
	} {
		if got := source.Summary(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
