package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// snippet is a piece of TypeScript that must compile after a block, or must not.
type snippet struct {
	file, text string
	ok         bool
}

// RunTypes compiles the snippets of sdk-render with a TypeScript compiler, given
// as a command and its first arguments: each stands in an async function after
// the block of its case, with strict checks, the library of es2023 and no other
// types. The blocks alone must compile too.
func RunTypes(t *testing.T, dir fs.FS, d Driver, compiler []string) {
	t.Helper()
	file, err := fs.ReadFile(dir, "sdk-render.json")
	if err != nil {
		t.Fatal(err)
	}
	lists, _, err := openFile(file, "cases")
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	snippets := map[string][]snippet{}
	for i, raw := range lists["cases"] {
		c, err := decode[sdkTextCase](raw)
		if err != nil {
			t.Fatal(err)
		}
		if snippets[c.ID], err = c.snippets(d, fmt.Sprintf("case%d", i)); err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		for _, s := range snippets[c.ID] {
			if err := os.WriteFile(filepath.Join(work, s.file), []byte(s.text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	failed, output, err := compile(work, compiler)
	if err != nil {
		t.Fatal(err)
	}
	for id, list := range snippets {
		t.Run(id, func(t *testing.T) {
			for _, s := range list {
				if failed[s.file] == s.ok {
					t.Errorf("compiles is %v, want %v:\n%s\n%s", !s.ok, s.ok, s.text, lines(output, s.file))
				}
			}
		})
	}
}

// snippets are the case's texts, each a module of its own.
func (c sdkTextCase) snippets(d Driver, prefix string) ([]snippet, error) {
	list, err := c.declared()
	if err != nil {
		return nil, err
	}
	text, err := d.SDKText(list)
	if err != nil {
		return nil, err
	}
	block, err := fencedBlock(text)
	if err != nil {
		return nil, err
	}
	out := []snippet{{file: prefix + "-block.ts", text: "export {};\n" + block + "\n", ok: true}}
	add := func(body string, ok bool) {
		out = append(out, snippet{
			file: fmt.Sprintf("%s-%d.ts", prefix, len(out)), ok: ok,
			text: "export {};\n" + block + "\nexport async function snippet() {\n" + body + "\n}\n",
		})
	}
	for _, body := range c.Facts.TypecheckOK {
		add(body, true)
	}
	for _, body := range c.Facts.TypecheckFail {
		add(body, false)
	}
	return out, nil
}

// project is the compiler's configuration.
const project = `{"compilerOptions": {
	"noEmit": true, "strict": true, "target": "es2022", "lib": ["es2023"], "types": [],
	"module": "esnext", "moduleDetection": "force"
}, "include": ["*.ts"]}`

// compile runs the compiler once over all files of dir and returns which have
// errors.
func compile(dir string, compiler []string) (failed map[string]bool, output string, err error) {
	config := filepath.Join(dir, "tsconfig.json")
	if err := os.WriteFile(config, []byte(project), 0o644); err != nil {
		return nil, "", err
	}
	args := append(slices.Clone(compiler[1:]), "--pretty", "false", "-p", config)
	text, runErr := exec.Command(compiler[0], args...).Output()
	failed = map[string]bool{}
	for line := range bytes.Lines(text) {
		if file, _, ok := strings.Cut(string(line), "("); ok && strings.HasSuffix(file, ".ts") {
			failed[filepath.Base(file)] = true
		}
	}
	if _, exited := errors.AsType[*exec.ExitError](runErr); runErr != nil &&
		(!exited || len(failed) == 0) {
		return nil, "", fmt.Errorf("%s: %w\n%s", compiler[0], runErr, text)
	}
	return failed, string(text), nil
}

// lines are those of the output that are about a file.
func lines(output, file string) string {
	var found []string
	for _, line := range strings.Split(output, "\n") {
		if strings.Contains(line, file+"(") {
			found = append(found, line)
		}
	}
	return strings.Join(found, "\n")
}
