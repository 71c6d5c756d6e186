package search_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
)

// A user's ripgrep configuration, which can run programs and change what is found, has no say.
func TestTheUsersConfigurationIsIgnored(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "word\n", ".hidden/b.txt": "word\n"})
	outside := t.TempDir()
	ran := filepath.Join(outside, "ran")
	program := filepath.Join(outside, "pre")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch '"+ran+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(outside, "config")
	text := "--pre=" + program + "\n--hidden\n--ignore-case\n--invert-match\n"
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("RIPGREP_CONFIG_PATH", config)
	for name, engine := range engines(t) {
		a, err := search.New(engine, 0).Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "word"})
		if err != nil || len(a.Matches) != 1 || a.Matches[0].Path != "a.txt" {
			t.Errorf("%s: %+v, %v", name, a, err)
		}
	}
	if _, err := os.Stat(ran); err == nil {
		t.Error("the configured program ran")
	}
}
