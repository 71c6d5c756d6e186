package local_test

import (
	"context"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// escapes are ways of starting a process that tries to outlive its command. MARK stands for a
// word in the arguments by which the test finds it.
func escapes() map[string]string {
	const sleep = `sh -c 'trap "" TERM HUP INT; sleep 300; : MARK'`
	return map[string]string{
		"plain":       sleep,
		"background":  sleep + " & wait",
		"double fork": "( ( " + sleep + " & ) & ) ; sleep 300",
		"nohup":       "nohup " + sleep + " >/dev/null 2>&1 & sleep 300",
		"trap":        `trap "" TERM; ` + sleep,
		"pipe holder": sleep + " & sleep 300",
		"pipeline":    sleep + " | cat | cat",
		"stopped":     sleep + ` & kill -STOP $!; sleep 300`,
	}
}

// farther are escapes that leave the process group, or clean their environment on the way.
func farther() map[string]string {
	const sleep = `sh -c 'trap "" TERM HUP INT; sleep 300; : MARK'`
	return map[string]string{
		"setsid":             "setsid " + sleep + " & sleep 300",
		"setsid, no streams": "setsid " + sleep + " </dev/null >/dev/null 2>&1 & sleep 300",
		"daemon":             "( setsid sh -c '( ( " + strings.ReplaceAll(sleep, "'", `'"'"'`) + " & ) & )' & ) ; sleep 300",
		"clean environment":  "env -i /usr/bin/setsid " + sleep + " & sleep 300",
	}
}

// places are the containments that must hold the escapes.
func places(t *testing.T) map[string]func(t *testing.T) *local.Executor {
	config := func() local.Options {
		return local.Options{Config: local.Config{GraceMs: 100, Cwd: t.TempDir()}}
	}
	return map[string]func(t *testing.T) *local.Executor{
		"namespaces": func(t *testing.T) *local.Executor {
			return confined(t, config(), sandbox.Options{}, sandbox.WorkspaceWrite)
		},
		"landlock": func(t *testing.T) *local.Executor {
			return confined(t, config(), sandbox.Options{NoNamespaces: true}, sandbox.ReadOnly)
		},
		"full access": func(t *testing.T) *local.Executor {
			return confined(t, config(), sandbox.Options{}, sandbox.FullAccess)
		},
		"group": func(t *testing.T) *local.Executor { return executor(t, config()) },
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	endings := map[string]func(t *testing.T, e *local.Executor, s shell.Spec, mark string){
		"time-out": func(t *testing.T, e *local.Executor, s shell.Spec, mark string) {
			s.Timeout = 300
			o, err := e.Run(t.Context(), s)
			if err != nil || !o.TimedOut || o.Aborted {
				t.Errorf("outcome %+v, %v", o, err)
			}
		},
		"cancel": func(t *testing.T, e *local.Executor, s shell.Spec, mark string) {
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				await(t, "the process starts", func() bool { return len(alive(t, mark)) > 0 })
				cancel()
			}()
			o, err := e.Run(ctx, s)
			if err != nil || !o.Aborted || o.TimedOut {
				t.Errorf("outcome %+v, %v", o, err)
			}
		},
		"shutdown": func(t *testing.T, e *local.Executor, s shell.Spec, mark string) {
			p, err := e.Start(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			await(t, "the process starts", func() bool { return len(alive(t, mark)) > 0 })
			if err := e.Close(t.Context()); err != nil {
				t.Error(err)
			}
			<-p.Done()
			if status, _ := p.State(); status == shell.StatusRunning {
				t.Error("still running")
			}
		},
	}
	for place, make := range places(t) {
		ways := escapes()
		if place != "group" {
			maps.Copy(ways, farther())
		}
		for ending, end := range endings {
			t.Run(place+"/"+ending, func(t *testing.T) {
				t.Parallel()
				hunt(t, make, ways, end)
			})
		}
	}
}

// hunt tries all ways at the same time, each with an executor of its own.
func hunt(
	t *testing.T, make func(*testing.T) *local.Executor, ways map[string]string,
	end func(t *testing.T, e *local.Executor, s shell.Spec, mark string),
) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for way, command := range ways {
		e, mark := make(t), filepath.Join(dir, "mark-"+strings.ReplaceAll(way, " ", "-")+"-end")
		s := resolve(t, e, shell.Request{Command: strings.ReplaceAll(command, "MARK", mark)})
		all.Go(func() {
			end(t, e, s, mark)
			if left := alive(t, mark); len(left) > 0 {
				t.Errorf("%s: left behind: %v", way, left)
			}
		})
	}
	all.Wait()
}

// Without a sandbox a new session is out of reach: the documented limit (vector bash-030).
func TestANewSessionOutlivesAGroup(t *testing.T) {
	e, mark := executor(t, local.Options{Config: local.Config{GraceMs: 100}}), marked(t)
	o := run(t, e, shell.Request{Timeout: millis(300),
		Command: "setsid sh -c 'sleep 300; : " + mark + "' & sleep 300"})
	left := alive(t, mark)
	if !o.TimedOut || o.Signal != "SIGTERM" || len(left) == 0 {
		t.Errorf("outcome %+v, left %v", o, left)
	}
	for _, pid := range left {
		kill(t, pid)
	}
}

func TestWhatAnOrdinaryEndLeavesRunsUntilClose(t *testing.T) {
	for place, make := range places(t) {
		t.Run(place, func(t *testing.T) {
			e, mark := make(t), marked(t)
			o := run(t, e, shell.Request{
				Command: "sh -c 'sleep 300; : " + mark + "' >/dev/null 2>&1 & echo hi"})
			if o.Stdout.Text != "hi\n" {
				t.Errorf("outcome %+v", o)
			}
			await(t, "the child goes on", func() bool { return len(alive(t, mark)) > 0 })
			// Another command of the same executor neither ends it nor is held up.
			if o := run(t, e, shell.Request{Command: "echo again"}); o.Stdout.Text != "again\n" {
				t.Errorf("outcome %+v", o)
			}
			await(t, "the child goes on", func() bool { return len(alive(t, mark)) > 0 })
			if err := e.Close(t.Context()); err != nil {
				t.Error(err)
			}
			if left := alive(t, mark); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestAForkBombIsEnded(t *testing.T) {
	for place, make := range places(t) {
		if place == "group" {
			continue // a group signal needs no list
		}
		t.Run(place, func(t *testing.T) {
			e, mark := make(t), marked(t)
			const bomb = "f() { for i in 1 2 3 4 5 6 7 8; do (setsid sh -c " +
				"'sleep 300; : MARK' &) ; done; sleep 0.01; f; }; f"
			o := run(t, e, shell.Request{Timeout: millis(300),
				Command: strings.ReplaceAll(bomb, "MARK", mark)})
			if left := alive(t, mark); !o.TimedOut || len(left) > 0 {
				t.Errorf("outcome %+v, left %d", o, len(left))
			}
		})
	}
}

func TestARespawningPairIsEnded(t *testing.T) {
	for place, make := range places(t) {
		t.Run(place, func(t *testing.T) {
			e, mark := make(t), marked(t)
			o := run(t, e, shell.Request{Timeout: millis(300), Command: strings.ReplaceAll(
				`trap "" TERM; while :; do sh -c 'trap "" TERM; sleep 300; : MARK' & sleep 0.02; `+
					`kill -9 $!; done`, "MARK", mark)})
			if left := alive(t, mark); !o.TimedOut || o.Signal != "SIGKILL" || len(left) > 0 {
				t.Errorf("outcome %+v, left %v", o, left)
			}
		})
	}
}

// crash is what the test program does when it is started for [TestAHostThatDiesLeavesNothing].
const crash = "DSH_TEST_CRASH"

func TestAHostThatDiesLeavesNothing(t *testing.T) {
	if how := os.Getenv(crash); how != "" {
		crashing(t, how)
	}
	for _, place := range []string{"namespaces", "landlock", "full access"} {
		for _, how := range []string{"panic", "kill", "exit"} {
			t.Run(place+"/"+how, func(t *testing.T) {
				t.Parallel()
				mark := marked(t)
				host := exec.CommandContext(t.Context(), "/proc/self/exe",
					"-test.run=^TestAHostThatDiesLeavesNothing$")
				host.Env = append(os.Environ(), "TMPDIR="+t.TempDir(), // nobody tidies up after it
					crash+"="+how+"|"+place+"|"+mark)
				out, err := host.StdoutPipe()
				if err != nil {
					t.Fatal(err)
				}
				if err := host.Start(); err != nil {
					t.Fatal(err)
				}
				if how == "kill" {
					await(t, "the process starts", func() bool { return len(alive(t, mark)) > 0 })
					if err := host.Process.Kill(); err != nil {
						t.Error(err)
					}
				}
				said, err := io.ReadAll(out)
				if err != nil {
					t.Error(err)
				}
				if err := host.Wait(); (err == nil) != (how == "exit") {
					t.Errorf("the host ended with %v: %s", err, said)
				}
				await(t, "nothing is left", func() bool { return len(alive(t, mark)) == 0 })
			})
		}
	}
}

// crashing is the host: it starts a command and ends without closing anything.
func crashing(t *testing.T, what string) {
	part := strings.Split(what, "|")
	e, mark := places(t)[part[1]](t), part[2]
	s := resolve(t, e, shell.Request{Timeout: millis(60_000), Command: strings.ReplaceAll(
		farther()["daemon"], "MARK", mark)})
	if _, err := e.Start(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	await(t, "the process starts", func() bool { return len(alive(t, mark)) > 0 })
	switch part[0] {
	case "exit":
		os.Exit(0)
	case "panic":
		go func() { panic("the host dies") }()
	}
	<-time.After(time.Minute)
}
