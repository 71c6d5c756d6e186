package render

import "testing"

func TestProse(t *testing.T) {
	for in, want := range map[string]string{
		"a <b> and `<c> *d`":   "a &lt;b> and `<c> *d`",
		"the [Call] of *T":     `the \[Call] of \*T`,
		"plain":                "plain",
		"`code` *and* `more*`": "`code` \\*and\\* `more*`",
	} {
		if got := prose(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestTable(t *testing.T) {
	table := newTable("a", "b")
	table.row("x|y", "two\nlines")
	if got, want := table.String(), "| a | b |\n|---|---|\n| x\\|y | two lines |\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnchor(t *testing.T) {
	for in, want := range map[string]string{
		"tools/pre-execute": "toolspre-execute", "run_code": "run_code", "dsh schema check": "dsh-schema-check", "R39a": "r39a",
	} {
		if got := anchor(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestFence(t *testing.T) {
	if got, want := fence("text", "a\n```\nb"), "````text\na\n```\nb\n````\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
