package coderuntime_test

import (
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

func space(global string, class *coderuntime.ErrorClass, members ...string) coderuntime.Namespace {
	return coderuntime.Namespace{Global: global, Members: members, ErrorClass: class,
		Invoke: func(*coderuntime.Call) {}}
}

func class(name, property string) *coderuntime.ErrorClass {
	return &coderuntime.ErrorClass{Name: name, MemberNameProperty: property}
}

func TestRequestValidate(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name   string
		spaces []coderuntime.Namespace
		code   coderuntime.Code
		named  string
	}{
		{"nothing", nil, "", ""},
		{"ordinary", []coderuntime.Namespace{space("tools", class("ToolCallError", "toolName"),
			"a", "", "__proto__", "é")}, "", ""},
		{"unusual", []coderuntime.Namespace{space("ToolCallError", class("Err", "____"))}, "", ""},
		{"dollar", []coderuntime.Namespace{space("$t", nil)}, coderuntime.CodeGlobalInvalid, "$t"},
		{"digit", []coderuntime.Namespace{space("1a", nil)}, coderuntime.CodeGlobalInvalid, "1a"},
		{"empty", []coderuntime.Namespace{space("", nil)}, coderuntime.CodeGlobalInvalid, `""`},
		{"await", []coderuntime.Namespace{space("await", nil)}, coderuntime.CodeGlobalReserved,
			"await"},
		{"python", []coderuntime.Namespace{space("lambda", nil)}, coderuntime.CodeGlobalReserved,
			"lambda"},
		{"console", []coderuntime.Namespace{space("console", nil)},
			coderuntime.CodeGlobalReserved, "console"},
		{"main", []coderuntime.Namespace{space("__dsh_main__", nil)},
			coderuntime.CodeGlobalReserved, "__dsh_main__"},
		{"twice", []coderuntime.Namespace{space("a", nil), space("a", nil)},
			coderuntime.CodeGlobalTaken, `"a"`},
		{"class invalid", []coderuntime.Namespace{space("a", class("B$", "p"))},
			coderuntime.CodeErrorClassInvalid, "B$"},
		{"class reserved", []coderuntime.Namespace{space("a", class("None", "p"))},
			coderuntime.CodeErrorClassReserved, "None"},
		{"class is a global", []coderuntime.Namespace{space("a", class("b", "p")),
			space("b", nil)}, coderuntime.CodeErrorClassTaken, `"b"`},
		{"class twice", []coderuntime.Namespace{space("a", class("E", "p")),
			space("b", class("E", "p"))}, coderuntime.CodeErrorClassTaken, `"E"`},
		{"property empty", []coderuntime.Namespace{space("a", class("E", ""))},
			coderuntime.CodeMemberProperty, `""`},
		{"property name", []coderuntime.Namespace{space("a", class("E", "stack"))},
			coderuntime.CodeMemberProperty, "stack"},
		{"property dunder", []coderuntime.Namespace{space("a", class("E", "__x__"))},
			coderuntime.CodeMemberProperty, "__x__"},
		{"member twice", []coderuntime.Namespace{space("a", nil, "m", "m")},
			coderuntime.CodeMember, `"m"`},
		{"member not UTF-8", []coderuntime.Namespace{space("a", nil, "\xff")},
			coderuntime.CodeMember, "xff"},
		{"no invoke", []coderuntime.Namespace{{Global: "a", Members: []string{"m"}}},
			coderuntime.CodeInvoke, `"a"`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := coderuntime.Request{Namespaces: c.spaces}.Validate()
			if code := coderuntime.CodeOf(err); code != c.code {
				t.Fatalf("code %q, want %q", code, c.code)
			}
			if err != nil && !strings.Contains(err.Error(), c.named) {
				t.Errorf("%q does not name %s", err, c.named)
			}
		})
	}
}

func TestBudgetsValidate(t *testing.T) {
	t.Parallel()
	cases := []struct {
		key    string
		change func(*coderuntime.Budgets)
	}{
		{"", func(*coderuntime.Budgets) {}},
		{"computeMs", func(b *coderuntime.Budgets) { b.ComputeMs = -1 }},
		{"maxWallMs", func(b *coderuntime.Budgets) { b.MaxWallMs = 1 << 31 }},
		{"maxOutputBytes", func(b *coderuntime.Budgets) { b.MaxOutputBytes = 3 }},
		{"maxMemoryMb", func(b *coderuntime.Budgets) { b.MaxMemoryMb = 4096 }},
	}
	for _, c := range cases {
		b := coderuntime.Budgets{}.WithDefaults()
		c.change(&b)
		err := b.Validate()
		if c.key == "" && err != nil || c.key != "" && (coderuntime.CodeOf(err) !=
			coderuntime.CodeConfig || !strings.HasPrefix(err.Error(), c.key)) {
			t.Errorf("%s: %v", c.key, err)
		}
	}
	var ms coderuntime.Milliseconds
	var n coderuntime.Count
	for _, text := range []string{"0", "-1", "1e999", `"5"`, "null"} {
		if ms.UnmarshalJSON([]byte(text)) == nil || n.UnmarshalJSON([]byte(text)) == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	if n.UnmarshalJSON([]byte("1.5")) == nil || ms.UnmarshalJSON([]byte("1.5")) != nil || ms != 1.5 {
		t.Error("1.5 must be milliseconds but no count")
	}
}
