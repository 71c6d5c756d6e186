package search_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/goleak"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/ripgrep"
	"github.com/dsh-go/dsh/packages/tools/fs/search/walker"
)

const childVariable = "SEARCH_TEST_CHILD_DIR"

// TestMain also is the program of a user without rights, see TestUnreadable.
func TestMain(m *testing.M) {
	if dir := os.Getenv(childVariable); dir != "" {
		if err := searchUnreadable(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// What a user may not read becomes warnings, and costs nothing of the rest.
func TestUnreadable(t *testing.T) {
	top, err := os.MkdirTemp("", "search-test")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(top)
	plant(t, top, map[string]string{
		"w/locked/f.txt": "needle\n", "w/open/f.txt": "needle\n", "w/secret.txt": "needle\n", "w/top.txt": "needle\n",
	})
	for path, mode := range map[string]os.FileMode{"": 0o755, "w/secret.txt": 0, "w/locked": 0} {
		if err := os.Chmod(filepath.Join(top, path), mode); err != nil {
			t.Fatal(err)
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err == nil {
		err = os.WriteFile(filepath.Join(top, "test.exe"), data, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(top, "test.exe"))
	cmd.Env = []string{childVariable + "=" + filepath.Join(top, "w"), "PATH=" + os.Getenv("PATH")}
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{
			Credential: &syscall.Credential{Uid: 65534, Gid: 65534, NoSetGroups: true},
		}
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func searchUnreadable(dir string) error {
	list := []search.Engine{walker.Engine{}}
	if rg, err := ripgrep.Find(context.Background()); err == nil {
		list = append(list, rg)
	}
	for _, engine := range list {
		if err := searchWith(search.New(engine, 0), dir); err != nil {
			return fmt.Errorf("%s: %w", engine.Name(), err)
		}
	}
	return nil
}

const denied = ": Permission denied (os error 13)"

func searchWith(s *search.Searcher, dir string) error {
	ctx := context.Background()
	a, err := s.Grep(ctx, search.GrepQuery{Dir: dir, Pattern: "needle"})
	if got := fmt.Sprint(a.Matches); err != nil || got != "[{open/f.txt 1 needle} {top.txt 1 needle}]" {
		return fmt.Errorf("grep found %s, %w", got, err)
	}
	if got := strings.Join(slices.Sorted(slices.Values(a.Warnings)), "|"); got != "locked"+denied+"|secret.txt"+denied {
		return fmt.Errorf("grep warns %q", got)
	}
	if a, err = s.Grep(ctx, search.GrepQuery{Dir: dir, Pattern: "absent"}); err != nil || len(a.Warnings) != 2 {
		return fmt.Errorf("grep of nothing: %v, %w", a, err)
	}
	g, err := s.Glob(ctx, search.GlobQuery{Dir: dir, Pattern: "*.txt"})
	if err != nil || len(g.Paths) != 3 || len(g.Warnings) != 1 || g.Warnings[0] != "locked"+denied {
		return fmt.Errorf("glob: %q, %q, %w", g.Paths, g.Warnings, err)
	}
	for _, path := range []string{"locked", "secret.txt", "locked/f.txt"} {
		_, err := s.Grep(ctx, search.GrepQuery{Dir: dir, Pattern: "needle", Path: &path})
		want := fmt.Sprintf("grep search failed: %s: IO error for operation on %s%s", path, path, denied)
		if search.CodeOf(err) != search.CodeFailed || err.Error() != want {
			return fmt.Errorf("grep in %s: %s %w, want %s", path, search.CodeOf(err), err, want)
		}
	}
	return nil
}
