package pathglob_test

import (
	"path"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/pathglob"
)

func TestMatch(t *testing.T) {
	for _, c := range []struct{ glob, match, not string }{
		{"a.go", "a.go x/a.go x/y/a.go", "a.goo ba.go a.go/x"},
		{"/a.go", "a.go", "x/a.go"},
		{"*.go", "a.go .go x/b.go", "a.gox"},
		{"x/*.go", "x/a.go", "a.go y/x/a.go x/y/a.go"},
		{"**/x", "x a/x a/b/x", "xx a/bx"},
		{"x/**", "x/a x/a/b", "x y/x/a"},
		{"a/**/b", "a/b a/x/b a/x/y/b", "ab a/xb"},
		{"a**b", "ab axb", "a/b"},
		{"**a***", "a xa ax", "b"},
		{"**", "a a/b", ""},
		{"?", "a é", "ab"},
		{"[ab]x", "ax bx", "cx"},
		{"[!ab]x", "cx", "ax"},
		{"[^ab]x", "cx", "bx"},
		{"[]a]x", "]x ax", "bx"},
		{"[a-c]", "a b c", "d"},
		{"[a-]", "a -", "b"},
		{`[\]`, `\`, "a"},
		{"{a,b}.go", "a.go b.go", "c.go"},
		{"{a,{b,c}d}", "a bd cd", "ad b"},
		{"{,a}b", "ab", "b"},
		{"{a,}b", "ab", "b"},
		{"a{}b", "ab", "axb"},
		{"{x/y,z}/a", "x/y/a z/a", "y/a"},
		{"a,b", "a,b", "a b"},
		{`\*`, "*", "a"},
		{`\!a`, "!a", "a"},
		{`\#a`, "#a", "a"},
		{`a\ `, "a ", "a"},
		{"a  ", "a", "a "},
		{"./a", "", "a x/a"},
		{"-x", "-x", "x"},
		{"/", "", "a"},
		{"日*", "日本", "本"},
	} {
		g, err := pathglob.Parse(c.glob)
		if err != nil {
			t.Errorf("%s: %v", c.glob, err)
			continue
		}
		for _, p := range fields(c.match) {
			if !g.Match(p, path.Base(p), false) {
				t.Errorf("%s does not match %q", c.glob, p)
			}
		}
		for _, p := range fields(c.not) {
			if g.Match(p, path.Base(p), false) {
				t.Errorf("%s matches %q", c.glob, p)
			}
		}
	}
}

// fields splits at blanks, except that a blank at the end belongs to the last one.
func fields(text string) []string {
	list := strings.Fields(text)
	if strings.HasSuffix(text, " ") {
		list[len(list)-1] += " "
	}
	return list
}

func TestMarks(t *testing.T) {
	g, err := pathglob.Parse("!build/")
	if err != nil || !g.Negated || !g.DirOnly || g.NeedsPath() {
		t.Errorf("%+v, %v", g, err)
	}
	if g.Match("build", "build", false) || !g.Match("x/build", "build", true) {
		t.Error("a glob for directories matches a file, or not a directory")
	}
	for _, blank := range []string{"", "   ", "\t"} {
		if g, err := pathglob.Parse(blank); err != nil || !g.IsZero() || g.Match("a", "a", true) {
			t.Errorf("%q: %+v, %v", blank, g, err)
		}
	}
}

func TestParseFails(t *testing.T) {
	for glob, want := range map[string]string{
		"[":         "error parsing glob '[': unclosed character class; missing ']'",
		"[!":        "error parsing glob '[!': unclosed character class; missing ']'",
		"[]":        "error parsing glob '[]': unclosed character class; missing ']'",
		"{a":        "error parsing glob '{a': unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)",
		"a}":        "error parsing glob 'a}': unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)",
		"[z-a]":     "error parsing glob '[z-a]': invalid range; 'z' > 'a'",
		`a\`:        `error parsing glob 'a\': dangling '\'`,
		"!":         "error parsing glob '!': nothing is negated",
		"x/[a-z/**": "error parsing glob 'x/[a-z/**/*': unclosed character class; missing ']'",
	} {
		if _, err := pathglob.Parse(glob); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", glob, err, want)
		}
	}
}

func TestFlatten(t *testing.T) {
	for glob, want := range map[string]string{
		"*.go": "*.go", "{a,b}": "{a,b}", "{a,{b,c}}": "{a,b,c}", "x{a{1,2},b}y": "x{a1,a2,b}y",
		"{a,{b,c}{d,e}}": "{a,bd,be,cd,ce}", "**": "*", "!**": "!*", "/**": "*", "[!a]": "**/[!/a]",
		"x/[!a]": "x/[!/a]", "![^a]b": "!**/[^/a]b", "[!Y-]": "**/[!/Y-]", "[!]a]": "**/[!]a/]",
		"[!-a]": "**/[!-a/]", "[!-]": "**/[!/-]", "[a]": "[a]", `\[!a]`: `\[!a]`, "{[,],{a,b}}": "{[,],a,b}",
	} {
		if got := pathglob.Flatten(glob); got != want {
			t.Errorf("%s became %s, want %s", glob, got, want)
		}
	}
}

func TestHasBareComma(t *testing.T) {
	for glob, want := range map[string]bool{
		"*.go": false, "*.go,*.ts": true, "{a,b}": false, "{a,b},c": true, `a\,b`: false, "[,]": false,
	} {
		if got := pathglob.HasBareComma(glob); got != want {
			t.Errorf("%s: %v", glob, got)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"a/**/b", "{a,{b,[c]}}", "[!a-z]", `\*`, "!x/", "**"} {
		f.Add(seed, "a/x/b")
	}
	f.Fuzz(func(t *testing.T, glob, p string) {
		g, err := pathglob.Parse(glob)
		if err != nil {
			return
		}
		g.Match(p, path.Base(p), false)
		if _, err := pathglob.Parse(pathglob.Flatten(glob)); err != nil {
			t.Errorf("%q became %q: %v", glob, pathglob.Flatten(glob), err)
		}
	})
}
