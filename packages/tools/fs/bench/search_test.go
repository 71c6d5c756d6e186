//go:build unix

package bench

import (
	"os/exec"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/ripgrep"
	"github.com/dsh-go/dsh/packages/tools/fs/search/walker"
)

// The goals: with ripgrep within 1.3 times the program itself, with the walker within 4 times.

func BenchmarkGrep(b *testing.B) {
	dir := tree(b)
	rg := engine(b)
	for _, c := range []struct{ name, pattern string }{
		{"literal", needle}, {"frequent", "interface interface"}, {"regexp", `struct\s+error\s+\w+`},
		{"fold", "(?i)UNCOMMONneedle"},
	} {
		b.Run("floor/"+c.name, func(b *testing.B) {
			floor(b, rg, dir, "--no-config", "--json", "--regexp="+c.pattern)
		})
		for name, engine := range map[string]search.Engine{"ripgrep": rg, "walker": walker.Engine{}} {
			s := search.New(engine, 1<<30)
			b.Run(name+"/"+c.name, func(b *testing.B) {
				measure(b, func() {
					a, err := s.Grep(b.Context(), search.GrepQuery{Dir: dir, Pattern: c.pattern})
					if err != nil || len(a.Matches) == 0 {
						b.Fatal(len(a.Matches), err)
					}
				})
			})
		}
	}
}

func BenchmarkGlob(b *testing.B) {
	dir := tree(b)
	rg := engine(b)
	for _, c := range []struct{ name, pattern string }{
		{"some", "*.md"}, {"all", "**/*"}, {"anchored", "pkg0*/**/*.go"},
	} {
		b.Run("floor/"+c.name, func(b *testing.B) {
			floor(b, rg, dir, "--no-config", "--files", "--sort=modified", "--no-ignore", "--hidden",
				"--glob="+c.pattern, "--glob=!**/.git", "--glob=!**/.git/**")
		})
		// Without an order, which is not what is asked for, the program uses all its threads.
		b.Run("floor-unordered/"+c.name, func(b *testing.B) {
			floor(b, rg, dir, "--no-config", "--files", "--no-ignore", "--hidden",
				"--glob="+c.pattern, "--glob=!**/.git", "--glob=!**/.git/**")
		})
		for name, engine := range map[string]search.Engine{"ripgrep": rg, "walker": walker.Engine{}} {
			s := search.New(engine, 1<<30)
			b.Run(name+"/"+c.name, func(b *testing.B) {
				measure(b, func() {
					a, err := s.Glob(b.Context(), search.GlobQuery{Dir: dir, Pattern: c.pattern})
					if err != nil || len(a.Paths) == 0 {
						b.Fatal(len(a.Paths), err)
					}
				})
			})
		}
	}
}

func engine(b *testing.B) *ripgrep.Engine {
	b.Helper()
	rg, err := ripgrep.Find(b.Context())
	if err != nil {
		b.Fatalf("ripgrep is the floor: %v", err)
	}
	return rg
}

// floor runs the program alone; its output is read and dropped.
func floor(b *testing.B, rg *ripgrep.Engine, dir string, args ...string) {
	measure(b, func() {
		cmd := exec.CommandContext(b.Context(), rg.Path, args...)
		cmd.Dir = dir
		if out, err := cmd.Output(); err != nil || len(out) == 0 {
			b.Fatal(err)
		}
	})
}
