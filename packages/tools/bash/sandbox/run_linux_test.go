package sandbox_test

import (
	"io"
	"os"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

type result struct {
	status         process.Status
	stdout, stderr string
}

// run runs a shell command under p and waits until nothing of it is left.
func run(t testing.TB, provider sandbox.Provider, p sandbox.Policy, command string, env ...string) result {
	t.Helper()
	outR, outW := pipe(t)
	errR, errW := pipe(t)
	tree, err := provider.Start(process.Command{Path: "/bin/bash", Args: []string{"bash", "-c", command},
		Dir: "/", Env: append([]string{"PATH=" + os.Getenv("PATH")}, env...), Stdout: outW, Stderr: errW}, p)
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

func TestSmoke(t *testing.T) {
	for name, o := range map[string]sandbox.Options{
		"namespaces": {Provider: "native"},
		"landlock":   {Provider: "native", NoNamespaces: true},
	} {
		p, err := sandbox.New(o)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		t.Logf("%s: %+v", name, p.Report(t.Context()))
		ws := t.TempDir()
		t.Logf("%+v", run(t, p, sandbox.Policy{Mode: sandbox.WorkspaceWrite, Root: ws}, "id; echo $$; cat /proc/self/status | egrep 'Cap|Sec|NoNew'; touch "+ws+"/x; touch /var/tmp/x; ls -la /proc/self/fd; ps ax | tail -3; exec 3<>/dev/tcp/127.0.0.1/80"))
	}
}

func BenchmarkTrue(b *testing.B) {
	for name, o := range map[string]sandbox.Options{
		"namespaces": {Provider: "native"},
		"landlock":   {Provider: "native", NoNamespaces: true},
	} {
		p, _ := sandbox.New(o)
		p.Report(b.Context())
		ws := b.TempDir()
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				run(b, p, sandbox.Policy{Mode: sandbox.WorkspaceWrite, Root: ws}, "true")
			}
		})
		b.Run(name+"/full", func(b *testing.B) {
			for b.Loop() {
				run(b, p, sandbox.Policy{Mode: sandbox.FullAccess}, "true")
			}
		})
	}
	b.Run("group", func(b *testing.B) {
		for b.Loop() {
			outR, outW := pipe(b)
			g, _ := process.StartGroup(process.Command{Path: "/bin/bash", Args: []string{"bash", "-c", "true"}, Dir: "/", Stdout: outW, Stderr: outW})
			outW.Close()
			io.ReadAll(outR)
			g.Wait()
		}
	})
}
