package sandbox_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

func TestModesAreOrdered(t *testing.T) {
	all := sandbox.Modes()
	for i, narrow := range all {
		for j, wide := range all {
			if wide.WiderThan(narrow) != (j > i) {
				t.Errorf("%s wider than %s: %v", wide, narrow, wide.WiderThan(narrow))
			}
		}
		if !narrow.WiderThan("nonsense") || sandbox.Mode("nonsense").WiderThan(narrow) {
			t.Error("an unknown mode is not the narrowest")
		}
	}
	for mode, confines := range map[sandbox.Mode]bool{"": true, "nonsense": true,
		sandbox.ReadOnly: true, sandbox.WorkspaceWrite: true, sandbox.FullAccess: false} {
		if mode.Confines() != confines {
			t.Errorf("%q confines: %v", mode, mode.Confines())
		}
	}
	if _, err := sandbox.ParseMode("full"); code(err) != sandbox.CodePolicy {
		t.Errorf("error %v", err)
	}
}

func code(err error) sandbox.Code {
	if e, ok := errors.AsType[*sandbox.Error](err); ok {
		return e.Code
	}
	return ""
}

func TestPoliciesThatMeanNothingAreRefused(t *testing.T) {
	for _, o := range []sandbox.Options{{}, {Provider: "native"}, {Provider: "bubblewrap"}} {
		p, err := sandbox.New(o)
		if err != nil {
			t.Fatal(err)
		}
		for name, policy := range map[string]sandbox.Policy{
			"zero":         {},
			"unknown mode": {Mode: "open"},
			"no root":      {Mode: sandbox.WorkspaceWrite},
			"missing root": {Mode: sandbox.WorkspaceWrite, Root: "/no/such/dir"},
		} {
			tree, err := p.Start(process.Command{Path: "/bin/true", Args: []string{"true"},
				Dir: "/"}, policy)
			if err == nil {
				tree.Wait()
				t.Errorf("%+v: %s was accepted", o, name)
			}
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := sandbox.New(sandbox.Options{Provider: "jail"}); code(err) != sandbox.CodePolicy {
		t.Errorf("error %v", err)
	}
}

func TestAReportSpeaks(t *testing.T) {
	for want, r := range map[string]sandbox.Report{
		"full enforcement": {Provider: "native", Enforcement: sandbox.EnforcementFull},
		"not stopped here: a; b": {Provider: "native", Enforcement: sandbox.EnforcementPartial,
			Missing: []string{"a", "b"}},
		"refused: no kernel": {Enforcement: sandbox.EnforcementNone, Reason: "no kernel"},
	} {
		if !strings.Contains(r.String(), want) {
			t.Errorf("%q does not say %q", r, want)
		}
	}
}

func ExampleMode_WiderThan() {
	fmt.Println(sandbox.FullAccess.WiderThan(sandbox.WorkspaceWrite))
	fmt.Println(sandbox.ReadOnly.WiderThan(sandbox.ReadOnly))
	// Output:
	// true
	// false
}
