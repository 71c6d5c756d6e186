package rules_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/rules"
	"github.com/google/go-cmp/cmp"
)

// repository is a small one with four rules.
func repository() map[string]string {
	return map[string]string{
		"docs/spec/a.md": "# A\n\n### R1\n\n**One.** Text.\n\nProof: `TestOne`, `suite/case-*`\n\n" +
			"### R2\n\n**Two.** Text.\n\n### R3\n\n**Three.** Text.\n\n### R4\n\n**Four.** Not promised.\n\nProof: nothing is promised.\n",
		"packages/p/p.go":                "// Package p does it (R2–R3).\npackage p\n",
		"packages/p/p_test.go":           "package p\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {}\n\n// TestTwo proves R2.\nfunc TestTwo(t *testing.T) { t.Log(\"R3: a case\", \"no R1 here\") }\n\nfunc TestR3More(t *testing.T) {}\n",
		"packages/p/testdata/suite.json": `{"cases": [{"id": "case-7"}]}`,
		"cmd/c.go":                       "package main\n",
		"conformance/c.go":               "package conformance\n",
		"tools/gen/g.go":                 "package main\n",
	}
}

func write(t *testing.T, files map[string]string) string {
	root := t.TempDir()
	for name, text := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func TestRead(t *testing.T) {
	got, err := rules.Read(write(t, repository()))
	if err != nil {
		t.Fatal(err)
	}
	const page = "docs/spec/a.md"
	want := []model.Rule{
		{ID: "R1", Title: "One", Page: page, Tests: []string{"packages/p: TestOne", "suite/case-*"}},
		{ID: "R2", Title: "Two", Page: page, Code: []string{"packages/p"}, Tests: []string{"packages/p: TestTwo"}},
		{ID: "R3", Title: "Three", Page: page, Code: []string{"packages/p"}, Tests: []string{"packages/p: TestR3More", "packages/p: TestTwo"}},
		{ID: "R4", Title: "Four", Page: page, Free: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMistakes(t *testing.T) {
	for name, c := range map[string]struct {
		file, old, new string
		want           string
	}{
		"nothing stands for it": {"docs/spec/a.md", "### R4", "### R5\n\n**Five.**\n\n### R4",
			"rule R5 has neither code nor test: name it in the comment of what does it, or in a test"},
		"no such test": {"docs/spec/a.md", "`TestOne`", "`TestGone`", "rule R1: no test is named TestGone"},
		"no such case": {"docs/spec/a.md", "suite/case-*", "suite/other", "no vector file suite.json has a case other"},
		"no such rule": {"packages/p/p.go", "R2–R3", "R2–R3, R77", "packages/p names rule R77, which is not in docs/spec: correct the number"},
		"twice":        {"docs/spec/a.md", "### R4", "### R1", "rule R1 is in docs/spec/a.md already"},
		"no title":     {"docs/spec/a.md", "**Two.** ", "", "rule R2 must begin with its title in bold"},
	} {
		files := repository()
		files[c.file] = strings.Replace(files[c.file], c.old, c.new, 1)
		if _, err := rules.Read(write(t, files)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

func TestOpenRules(t *testing.T) {
	files := repository()
	files["docs/spec/a.md"] += "\n### R5\n\n**Five.** Text.\n"
	files[rules.OpenFile] = "# open\nR5\n"
	if _, err := rules.Read(write(t, files)); err != nil {
		t.Errorf("an open rule was refused: %v", err)
	}
	files[rules.OpenFile] = "R5\nR2\n"
	if _, err := rules.Read(write(t, files)); err == nil || !strings.Contains(err.Error(), "rule R2 is no longer without code and test: delete its line") {
		t.Errorf("got %v", err)
	}
}
