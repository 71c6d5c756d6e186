//go:build unix

package bench

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tree: 50,000 files of source-like text, 4 KiB on average, in 1,000 directories.
const (
	treeDirs      = 1000
	filesPerDir   = 50
	linesPerFile  = 90
	needleEvery   = 97
	treeVariable  = "DSH_BENCH_TREE"
	needle        = "uncommonNeedle"
	finishedStamp = ".finished"
)

// TestMain takes away the tree that was made for this run alone.
func TestMain(m *testing.M) {
	code := m.Run()
	if err := os.RemoveAll(ownTree()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// ownTree is where this process makes a tree when it was not told of one.
func ownTree() string {
	return filepath.Join(os.TempDir(), fmt.Sprintf("dsh-bench-tree-%d", os.Getpid()))
}

// tree returns the directory of the tree, making it if need be.
func tree(b *testing.B) string {
	b.Helper()
	dir := os.Getenv(treeVariable)
	if dir == "" {
		dir = ownTree()
	}
	if _, err := os.Stat(filepath.Join(dir, finishedStamp)); err == nil {
		return dir
	}
	b.Logf("making %d files in %s", treeDirs*filesPerDir, dir)
	if err := plantTree(dir); err != nil {
		b.Fatal(err)
	}
	return dir
}

func plantTree(dir string) error {
	random := rand.New(rand.NewPCG(1, 2))
	for d := range treeDirs {
		at := filepath.Join(dir, fmt.Sprintf("pkg%02d", d%40), fmt.Sprintf("mod%02d", d/40))
		if err := os.MkdirAll(at, 0o755); err != nil {
			return err
		}
		for f := range filesPerDir {
			ext := []string{"go", "ts", "md", "txt", "json"}[f%5]
			path := filepath.Join(at, fmt.Sprintf("file%02d.%s", f, ext))
			if err := os.WriteFile(path, text(random, d*filesPerDir+f), 0o644); err != nil {
				return err
			}
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".ignore"), []byte("*.log\n/dist/\n"), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, finishedStamp), nil, 0o644)
}

var words = strings.Fields("func return if err nil string value range context import type struct " +
	"interface package const var for switch case default map slice error result option config")

func text(random *rand.Rand, n int) []byte {
	var out strings.Builder
	for line := range linesPerFile {
		out.WriteString(strings.Repeat("\t", random.IntN(4)))
		for range 3 + random.IntN(8) {
			out.WriteString(words[random.IntN(len(words))])
			out.WriteByte(' ')
		}
		if n%needleEvery == 0 && line == 40 {
			out.WriteString(needle)
		}
		out.WriteByte('\n')
	}
	return []byte(out.String())
}
