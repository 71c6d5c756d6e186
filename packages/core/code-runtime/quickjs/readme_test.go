package quickjs_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestThreatsAreShown: the README's table has every threat, and what it names as
// shown by is there.
func TestThreatsAreShown(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| T(\d+) [^|]*\|[^|]*\|([^|]*)\|$`).FindAllSubmatch(readme, -1)
	if len(rows) != 15 {
		t.Fatalf("%d threats, want T1 to T15", len(rows))
	}
	const executor = "../../tool-executor-ptc"
	if _, err := os.Stat(executor); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the module is not in its repository")
	}
	tests := sources(t, "..", executor)
	var file vectorFile
	loadVectors(t, "ptc-programs.json", &file)
	function := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`")
	vector := regexp.MustCompile(`([a-z]+)-\d{3}(?:, -\d{3})*`)
	for _, row := range rows {
		id, shown := string(row[1]), string(row[2])
		if strings.TrimSpace(shown) == "" && id != "15" {
			t.Errorf("T%s is not shown", id)
		}
		for _, m := range function.FindAllStringSubmatch(shown, -1) {
			if !strings.Contains(tests, "func "+m[1]+"(") {
				t.Errorf("T%s: there is no %s", id, m[1])
			}
		}
		for _, m := range vector.FindAllStringSubmatch(shown, -1) {
			for _, number := range regexp.MustCompile(`\d{3}`).FindAllString(m[0], -1) {
				if !hasVector(file, m[1]+"-"+number) {
					t.Errorf("T%s: there is no vector %s-%s", id, m[1], number)
				}
			}
		}
		checkNamed(t, id, shown, "bombs", func(name string) bool { _, ok := bombs[name]; return ok })
		checkNamed(t, id, shown, "conformance", func(name string) bool {
			return strings.Contains(tests, `{"`+name+`", "`)
		})
	}
}

// checkNamed looks for the names after a word, such as bombs `memory`, `calls`.
func checkNamed(t *testing.T, id, shown, word string, has func(string) bool) {
	t.Helper()
	list := regexp.MustCompile(word + " ((?:`[A-Za-z ]+`(?:, )?)+)").FindStringSubmatch(shown)
	if list == nil {
		return
	}
	for _, m := range regexp.MustCompile("`([A-Za-z ]+)`").FindAllStringSubmatch(list[1], -1) {
		if !has(m[1]) && !strings.HasPrefix(m[1], "Test") {
			t.Errorf("T%s: %s have no %s", id, word, m[1])
		}
	}
}

func hasVector(file vectorFile, prefix string) bool {
	for _, p := range file.Programs {
		if strings.HasPrefix(p.ID, prefix) {
			return true
		}
	}
	return false
}

// sources are the Go files below some directories.
func sources(t *testing.T, dirs ...string) string {
	t.Helper()
	var all strings.Builder
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			text, err := os.ReadFile(path)
			all.Write(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all.String()
}
