package process_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

func shell(command string) process.Command {
	return process.Command{Path: "/bin/bash", Args: []string{"bash", "-c", command}, Dir: "/"}
}

// begin starts a command whose output is read to its end by the returned function.
func begin(t *testing.T, c process.Command) (*process.Group, func() string) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stdout = w
	g, err := process.StartGroup(c)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	return g, func() string {
		defer r.Close()
		text, err := io.ReadAll(r)
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
}

func TestNothingIsInherited(t *testing.T) {
	t.Setenv("DSH_TEST_SECRET", "x")
	g, read := begin(t, shell(`echo "[$DSH_TEST_SECRET]"; pwd; read x || echo eof`))
	if text := read(); text != "[]\n/\neof\n" {
		t.Errorf("output %q", text)
	}
	if st := g.Wait(); st != (process.Status{}) {
		t.Errorf("status %+v", st)
	}
	if !g.Gone() {
		t.Error("not gone")
	}
	g.Terminate() // of what is gone: nothing happens
	g.Kill()
}

func TestStatusTellsTheSignal(t *testing.T) {
	g, read := begin(t, shell("kill -ABRT $$"))
	read()
	if st := g.Wait(); st.Signal != "SIGABRT" || st.Err != nil {
		t.Errorf("status %+v", st)
	}
	g, read = begin(t, shell("kill -40 $$"))
	read()
	if st := g.Wait(); st.Signal != "SIG40" {
		t.Errorf("status %+v", st)
	}
}

func TestTheGroupOutlivesItsLeader(t *testing.T) {
	g, read := begin(t, shell("trap '' TERM; (sleep 300) & echo started"))
	st := g.Wait()
	if st.Code != 0 || g.Gone() {
		t.Errorf("status %+v, gone %v", st, g.Gone())
	}
	done := make(chan struct{})
	close(done)
	if g.Quiet(done) {
		t.Error("quiet while a member lives")
	}
	g.Terminate()
	if g.Quiet(done) {
		t.Error("a member that ignores TERM is gone")
	}
	g.Kill()
	if !g.Quiet(nil) || !g.Gone() {
		t.Error("not gone after KILL")
	}
	if text := read(); text != "started\n" {
		t.Errorf("output %q", text)
	}
}

func TestAStartThatFailsIsCoded(t *testing.T) {
	_, err := process.StartGroup(process.Command{Path: "/no/such/program", Args: []string{"x"}})
	e, ok := errors.AsType[*process.Error](err)
	if !ok || e.Code != process.CodeSpawn || !strings.Contains(e.Error(), "/no/such/program") ||
		!errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}

func TestTheProcessTable(t *testing.T) {
	g, read := begin(t, shell("sleep 300 & sleep 300 & wait"))
	defer read()
	defer g.Wait()
	defer g.Kill()
	self, ok := process.Lookup(g.Pid())
	if !ok || self.Parent != os.Getpid() || self.Group != g.Pid() || self.Session != g.Pid() {
		t.Errorf("leader %+v", self)
	}
	for {
		list, err := process.Descendants(g.Pid())
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 2 { // both were forked
			break
		}
	}
	if _, ok := process.Lookup(1 << 30); ok {
		t.Error("a process that cannot be")
	}
}

func ExampleStartGroup() {
	g, err := process.StartGroup(process.Command{
		Path: "/bin/sh", Args: []string{"sh", "-c", "exit 3"}, Dir: "/"})
	if err != nil {
		panic(err)
	}
	_, _ = os.Stdout.WriteString("exit ")
	_, _ = os.Stdout.WriteString(string(rune('0' + g.Wait().Code)))
	// Output: exit 3
}
