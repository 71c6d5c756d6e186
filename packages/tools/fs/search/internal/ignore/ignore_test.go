package ignore_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/ignore"
)

// verdict asks about a path below dir the way a walk does: directory by directory.
func verdict(t *testing.T, dir, path string) ignore.Verdict {
	t.Helper()
	rules := ignore.Above(dir, dir)
	at := dir
	parts := strings.Split(path, "/")
	for i, name := range parts {
		var names ignore.Names
		entries, err := os.ReadDir(at)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			names.Note(e.Name())
		}
		rules = rules.Enter(at, names)
		at = filepath.Join(at, name)
		isDir := i < len(parts)-1
		if v := rules.Match(at, name, isDir); v == ignore.Skip || !isDir {
			return v
		}
	}
	return ignore.None
}

func TestMatch(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", "")
	const git = ".git/HEAD"
	for _, c := range []struct {
		name  string
		files map[string]string
		path  string
		want  ignore.Verdict
	}{
		{"outside a repository", map[string]string{".gitignore": "f"}, "f", ignore.None},
		{"inside", map[string]string{git: "", ".gitignore": "f"}, "f", ignore.Skip},
		{"below", map[string]string{git: "", ".gitignore": "f"}, "a/b/f", ignore.Skip},
		{"anchored", map[string]string{git: "", ".gitignore": "/f"}, "a/f", ignore.None},
		{"path of the file's directory", map[string]string{git: "", "a/.gitignore": "b/f"}, "a/b/f", ignore.Skip},
		{"last line wins", map[string]string{git: "", ".gitignore": "*\n!f"}, "f", ignore.Keep},
		{"nearest file wins", map[string]string{git: "", ".gitignore": "f", "a/.gitignore": "!f"}, "a/f", ignore.Keep},
		{"directory", map[string]string{git: "", ".gitignore": "a/"}, "a/f", ignore.Skip},
		{"directory only", map[string]string{git: "", ".gitignore": "f/"}, "f", ignore.None},
		{".ignore needs no repository", map[string]string{".ignore": "f"}, "f", ignore.Skip},
		{".ignore outranks .gitignore", map[string]string{git: "", ".gitignore": "f", ".ignore": "!f"}, "f", ignore.Keep},
		{".rgignore outranks .ignore", map[string]string{".ignore": "f", ".rgignore": "!f"}, "f", ignore.Keep},
		{"exclude file", map[string]string{git: "", ".git/info/exclude": "f"}, "f", ignore.Skip},
		{".gitignore outranks it", map[string]string{git: "", ".git/info/exclude": "f", ".gitignore": "!f"}, "f", ignore.Keep},
		{"inner repository", map[string]string{git: "", ".gitignore": "f", "a/.git/HEAD": ""}, "a/f", ignore.None},
		{"comment and blank lines", map[string]string{git: "", ".gitignore": "#f\n\n  \n"}, "f", ignore.None},
		{"byte order mark", map[string]string{".ignore": "\uFEFFf"}, "f", ignore.Skip},
		{"CRLF", map[string]string{".ignore": "f\r\ng\r\n"}, "f", ignore.Skip},
		{"a line that is no glob", map[string]string{".ignore": "[\nf"}, "f", ignore.Skip},
		{"work tree", map[string]string{
			"a/.git": "gitdir: ../store/work\n", "store/work/commondir": "..\n", "store/info/exclude": "f",
		}, "a/f", ignore.Skip},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for path, text := range c.files {
				plant(t, filepath.Join(dir, path), text)
			}
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, c.path)), 0o755); err != nil {
				t.Fatal(err)
			}
			if got := verdict(t, dir, c.path); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

func plant(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestAbove(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	plant(t, filepath.Join(dir, ".ignore"), "/a/b/f\ng")
	plant(t, filepath.Join(dir, "a/b/x"), "")
	if got := verdict(t, filepath.Join(dir, "a", "b"), "f"); got != ignore.Skip {
		t.Errorf("a rule of a directory above: %d", got)
	}
}

func TestGlobalRules(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"usual place":     {".config/git/ignore": "f"},
		"git's own":       {".gitconfig": "[user]\nname=x\n[core]\n\texcludesFile = ~/mine\n", "mine": "f"},
		"git's other own": {".config/git/config": "[Core]\nexcludesfile=\"~/mine\"\n", "mine": "f"},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			t.Setenv("HOME", home)
			t.Setenv("XDG_CONFIG_HOME", "")
			for path, text := range files {
				plant(t, filepath.Join(home, path), text)
			}
			dir := t.TempDir()
			plant(t, filepath.Join(dir, "x"), "")
			if got := verdict(t, dir, "f"); got != ignore.None {
				t.Errorf("outside a repository: %d", got)
			}
			plant(t, filepath.Join(dir, ".git/HEAD"), "")
			if got := verdict(t, dir, "f"); got != ignore.Skip {
				t.Errorf("inside: %d", got)
			}
			plant(t, filepath.Join(dir, ".gitignore"), "!f")
			if got := verdict(t, dir, "f"); got != ignore.Keep {
				t.Errorf("overruled: %d", got)
			}
		})
	}
}
