package search_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
)

// Whatever the tree and the question, the engines give one answer. Where a machine has one engine
// only, this checks that it answers the same way twice.
func TestEnginesAgree(t *testing.T) {
	list := engines(t)
	first := search.New(list["walker"], 0)
	second := first
	if rg := list["ripgrep"]; rg != nil {
		second = search.New(rg, 0)
	}
	top := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp(top, "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		drawTree(t, dir)
		// Not a name that others begin with: ripgrep takes the working directory off the paths of
		// its siblings too, then.
		cwd := filepath.Join(dir, rapid.SampledFrom([]string{"", "", "", "x.d"}).Draw(t, "cwd"))
		if os.MkdirAll(cwd, 0o755) != nil {
			cwd = dir
		}
		if rapid.Bool().Draw(t, "glob") {
			q := search.GlobQuery{Dir: cwd, Pattern: drawGlob(t), Path: drawPath(t, dir)}
			one, oneErr := first.Glob(context.Background(), q)
			two, twoErr := second.Glob(context.Background(), q)
			sameError(t, oneErr, twoErr)
			if diff := cmp.Diff(one, two); diff != "" {
				t.Fatalf("%+v: walker - ripgrep +\n%s", q, diff)
			}
			return
		}
		q := search.GrepQuery{Dir: cwd, Pattern: drawPattern(t), Path: drawPath(t, dir)}
		if rapid.IntRange(0, 3).Draw(t, "filter") == 0 {
			q.Include = ptr(drawGlob(t))
		}
		one, oneErr := first.Grep(context.Background(), q)
		two, twoErr := second.Grep(context.Background(), q)
		sameError(t, oneErr, twoErr)
		if diff := cmp.Diff(one, two); diff != "" {
			t.Fatalf("%+v: walker - ripgrep +\n%s", q, diff)
		}
	})
}

func sameError(t *rapid.T, one, two error) {
	if (one == nil) != (two == nil) || search.CodeOf(one) != search.CodeOf(two) {
		t.Fatalf("walker: %v\nripgrep: %v", one, two)
	}
}

var (
	dirNames  = []string{"a", "b", ".h", "x.d", ".git", "build"}
	fileNames = []string{"a", "b.go", "c.txt", ".e", "build", "a b", "-d.go", "é.txt", "B.GO", "[x].go",
		"{y}.go", "x\ny", "bad\xff.go", "a,b", "#c", "!d"}
	ruleNames = []string{".gitignore", ".ignore", ".rgignore", ".git/info/exclude"}
	ruleLines = []string{"*.go", "build/", "/a", "!b.go", "a/b.go", "**/a", "a/**", "*", "!*/", "\\!d", "#c",
		"[ab]*", ".e", "!.e", "b", "x.d/", "/x.d/*", "a/*/b.go", "é.txt", "*.txt ", "!a/", "{a,b}", "a*", "["}
	texts = []string{"needle\n", "Needle x\r\n", "other\n", "", "\n", "a needle b\nneedle\n", "x\x00y needle\n",
		"\xff needle\n", "\xef\xbb\xbfneedle\n", "no end needle", "日本 needle\n", "foo123 bar\n", "\xff\xfen\x00e\x00\n\x00",
		"LONG LINES", "LONG LINE"}
	// long are texts that exceed a buffer; they have short names in reports. Neither has a NUL: how
	// much of a file ripgrep has searched when it comes to one depends on the files before it.
	long = strings.NewReplacer("LONG LINES", strings.Repeat("filler\n", 12_000)+"needle\n",
		"LONG LINE", strings.Repeat("filler ", 12_000)+"needle\n")
)

// drawTree fills a directory with a few files, some of which are ignore files or links.
func drawTree(t *rapid.T, dir string) {
	for range rapid.IntRange(1, 12).Draw(t, "files") {
		at := dir
		for range rapid.IntRange(0, 3).Draw(t, "depth") {
			at = filepath.Join(at, rapid.SampledFrom(dirNames).Draw(t, "dir"))
		}
		name := rapid.SampledFrom(fileNames).Draw(t, "name")
		text := rapid.SampledFrom(texts).Draw(t, "text")
		switch rapid.IntRange(0, 5).Draw(t, "kind") {
		case 0:
			name = rapid.SampledFrom(ruleNames).Draw(t, "rules")
			lines := rapid.SliceOfN(rapid.SampledFrom(ruleLines), 1, 4).Draw(t, "lines")
			text = strings.Join(lines, "\n") + "\n"
		case 1:
			to := rapid.SampledFrom([]string{"a", "b.go", "../a", "."}).Draw(t, "link")
			_ = os.MkdirAll(at, 0o755)
			_ = os.Symlink(to, filepath.Join(at, "link"+name))
			continue
		}
		path := filepath.Join(at, name)
		_ = os.MkdirAll(filepath.Dir(path), 0o755)
		_ = os.WriteFile(path, []byte(long.Replace(text)), 0o644)
	}
}

func drawPath(t *rapid.T, dir string) *string {
	path := rapid.SampledFrom([]string{"", "", "a", "b", "./a", "..", ".", "{ROOT}", "{ROOT}/a", "{ROOT}/x.d",
		".h", ".git", "a/b.go", "a/linka", "linka", "linkb.go", "missing", "{ROOT}/b", "build"}).Draw(t, "path")
	if path == "" {
		return nil
	}
	return ptr(strings.ReplaceAll(path, "{ROOT}", dir))
}

func drawGlob(t *rapid.T) string {
	piece := rapid.SampledFrom([]string{"*", "**", "?", "a", "b", "/", "/", ".", "go", "*.go", "[ab]", "[!a]", "[^b]",
		"{a,b}", "{a,{b,c}}", "{,a}", "x", "txt", "\\*", " ", "é", "[x]", "\\[", "[]a]", "[a-c]", "**/", "/**", ",", "#", "!"})
	glob := strings.Join(rapid.SliceOfN(piece, 1, 5).Draw(t, "glob"), "")
	for strings.Contains(glob, "//") {
		glob = strings.ReplaceAll(glob, "//", "/") // no path has two, and ripgrep is unsure about it
	}
	return glob
}

func drawPattern(t *rapid.T) string {
	piece := rapid.SampledFrom([]string{"needle", "n", "e+", "(?i)NEEDLE", ".", ".*", "^", "$", "[a-z]", "[^a]", "\\w",
		"\\d", "\\s", "(a|b)", "x?", "o{2}", "\\.", "日", "(?:needle|other)", "[[:alpha:]]", "\\W", "[n&&[^a]]",
		"needle$", "^needle", "\\x6e", "a**", "(?x) n e ", "\\S+", "[\\w--n]", "(", ")", "{", "[", "\\q", "\\n", " "})
	return strings.Join(rapid.SliceOfN(piece, 1, 3).Draw(t, "pattern"), "")
}
