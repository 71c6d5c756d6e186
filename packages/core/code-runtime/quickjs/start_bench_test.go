package quickjs_test

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// The test binary plays a process that runs one program.
const playFirst = "play-first-program"

func playFirstProgram() bool {
	if len(os.Args) < 4 || os.Args[1] != playFirst {
		return false
	}
	rt, err := quickjs.New(quickjs.Config{CacheDir: os.Args[2]})
	if err != nil {
		panic(err)
	}
	r, err := rt.Run(context.Background(), coderuntime.Request{Program: os.Args[3]})
	if err != nil || r.Failure != nil {
		panic(r.Failure)
	}
	return true
}

// BenchmarkFirstProgram is the first program of a process with the compile
// cache warm, start of the process included; Floor is a process that does
// nothing.
func BenchmarkFirstProgram(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	play := func(b *testing.B, args ...string) {
		b.Helper()
		var used time.Duration
		once := func() {
			cmd := exec.Command(self, args...)
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
			used += cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		}
		once()
		used = 0
		for b.Loop() {
			once()
		}
		b.ReportMetric(float64(used.Microseconds())/float64(b.N)/1e3, "cpu-ms/op")
	}
	b.Run("Floor", func(b *testing.B) { play(b, playErrors) })
	b.Run("Plain", func(b *testing.B) { play(b, playFirst, cacheDir(b), "return 1") })
	b.Run("Typed", func(b *testing.B) { play(b, playFirst, cacheDir(b), "return 1 as number") })
}

// BenchmarkLiveWorlds reports what a hundred programs that wait at once hold.
func BenchmarkLiveWorlds(b *testing.B) {
	const n = 100
	rt := open(b, quickjs.Config{})
	if _, err := rt.Run(context.Background(), coderuntime.Request{Program: "return 1"}); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		before := resident(b)
		waiting := make(chan *coderuntime.Call, n)
		space := noop("wait")
		space.Invoke = func(c *coderuntime.Call) { waiting <- c }
		done := make(chan struct{}, n)
		for range n {
			go func() {
				_, err := rt.Run(context.Background(), coderuntime.Request{
					Program: "await tools.wait(1)", Namespaces: []coderuntime.Namespace{space}})
				if err != nil {
					b.Error(err)
				}
				done <- struct{}{}
			}()
		}
		calls := make([]*coderuntime.Call, n)
		for i := range calls {
			calls[i] = <-waiting
		}
		runtime.GC()
		b.ReportMetric(float64(resident(b)-before)/n/1024, "KiB/world")
		for _, c := range calls {
			c.Resolve("1")
		}
		for range n {
			<-done
		}
	}
}
