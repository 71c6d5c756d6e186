package sandbox_test

import (
	"io"
	"os"
	"strconv"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

type result struct {
	status         process.Status
	stdout, stderr string
}

// run runs a shell command under p and waits until nothing of it is left.
func run(
	t testing.TB, provider sandbox.Provider, p sandbox.Policy, command string, env ...string,
) result {
	t.Helper()
	return start(t, provider, p, process.Command{Path: "/bin/bash",
		Args: []string{"bash", "-c", command}, Dir: "/",
		Env: append([]string{"PATH=" + os.Getenv("PATH")}, env...)})
}

func start(t testing.TB, provider sandbox.Provider, p sandbox.Policy, c process.Command) result {
	t.Helper()
	outR, outW := pipe(t)
	errR, errW := pipe(t)
	c.Stdout, c.Stderr = outW, errW
	tree, err := provider.Start(c, p)
	outW.Close()
	errW.Close()
	if err != nil {
		t.Fatal(err)
	}
	texts := make(chan [2]string)
	go func() {
		out, _ := io.ReadAll(outR)
		errs, _ := io.ReadAll(errR)
		texts <- [2]string{string(out), string(errs)}
	}()
	status := tree.Wait()
	text := <-texts
	tree.Quiet(nil)
	if !tree.Gone() {
		t.Error("quiet, but not gone")
	}
	return result{status, text[0], text[1]}
}

func pipe(t testing.TB) (r, w *os.File) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r, w
}

// providers are the ways of confining that can be tried out here.
func providers(t testing.TB) map[string]sandbox.Provider {
	t.Helper()
	list := make(map[string]sandbox.Provider)
	for name, o := range map[string]sandbox.Options{
		"namespaces":      {Provider: "native"},
		"namespaces only": {Provider: "native", Landlock: -1},
		"landlock":        {Provider: "native", NoNamespaces: true},
		"landlock 1":      {Provider: "native", NoNamespaces: true, Landlock: 1},
		"landlock 3":      {Provider: "native", NoNamespaces: true, Landlock: 3},
		"bubblewrap":      {Provider: "bubblewrap"},
	} {
		p, err := sandbox.New(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
		if r := p.Report(t.Context()); r.Enforcement == sandbox.EnforcementNone {
			if os.Getenv("DSH_REQUIRE_ALL") != "" {
				t.Errorf("DSH_REQUIRE_ALL is set: %s: %v", name, r)
			}
			t.Logf("not tried: %s: %v", name, r)
			continue
		}
		list[name] = p
	}
	if len(list) == 0 {
		missing(t, "nothing can be confined on this machine")
	}
	return list
}

func itoa(n int) string { return strconv.Itoa(n) }

// missing leaves a test out for want of something that the machine lacks; where DSH_REQUIRE_ALL is
// set, as in the project's gate, that is a failure.
func missing(t testing.TB, what any) {
	t.Helper()
	if os.Getenv("DSH_REQUIRE_ALL") != "" {
		t.Fatalf("DSH_REQUIRE_ALL is set: %v", what)
	}
	t.Skip(what)
}
