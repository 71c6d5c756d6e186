package search_test

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
)

// One line of 100 MB costs neither the memory of it nor the rest of the answer.
func TestHugeLine(t *testing.T) {
	dir := tree(t, map[string]string{"a.txt": "needle\n", "z.txt": "needle\n"})
	file, err := os.Create(filepath.Join(dir, "huge.txt"))
	if err != nil {
		t.Fatal(err)
	}
	part := bytes.Repeat([]byte("no line ending "), 1<<16)
	for range 100 {
		if _, err := file.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	both(t, 0, func(t *testing.T, s *search.Searcher) {
		before := allocated()
		a, err := s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "needle"})
		if err != nil || len(a.Matches) != 2 {
			t.Errorf("%d matches, %q, %v", len(a.Matches), a.Warnings, err)
		}
		// With a match in the line itself there is too much to collect.
		_, err = s.Grep(t.Context(), search.GrepQuery{Dir: dir, Pattern: "ending", Path: ptr("huge.txt")})
		if err != nil && search.CodeOf(err) != search.CodeOverflow {
			t.Error(err)
		}
		if grown := allocated() - before; grown > 150<<20 {
			t.Errorf("%d MiB were allocated", grown>>20)
		}
	})
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}
