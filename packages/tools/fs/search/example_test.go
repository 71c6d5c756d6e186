package search_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/auto"
)

func ExampleSearcher() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{"a.go": "func A() {}\n", "b.md": "about A\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	engine, err := auto.Engine(ctx, auto.Auto)
	if err != nil {
		log.Fatal(err)
	}
	s := search.New(engine, 0)
	found, err := s.Grep(ctx, search.GrepQuery{Dir: dir, Pattern: `\bA\b`})
	fmt.Println(found.Matches, err)
	files, err := s.Glob(ctx, search.GlobQuery{Dir: dir, Pattern: "*.go"})
	fmt.Println(files.Paths, err)
	_, err = s.Grep(ctx, search.GrepQuery{Dir: dir, Pattern: "interface{}"})
	fmt.Println(search.CodeOf(err))
	// Output:
	// [{a.go 1 func A() {}} {b.md 1 about A}] <nil>
	// [a.go] <nil>
	// SEARCH_INVALID_PATTERN
}
