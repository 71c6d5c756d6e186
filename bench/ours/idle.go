package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/bench/internal/meter"
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// benchIdleAgents measures what agents keep that have made one call and wait.
func benchIdleAgents() {
	dir, err := os.MkdirTemp("", "bench")
	check(err)
	defer os.RemoveAll(dir)
	check(os.WriteFile(filepath.Join(dir, "note.txt"), []byte("hello\n"), 0o600))
	preset, err := builtin.Named("coding")
	check(err)
	before := meter.Heap()
	h, err := host.Start(ctx, preset, host.Options{})
	check(err)
	last := 0
	for _, n := range []int{1, 10, 100, 1000} {
		for ; last < n; last++ {
			a, err := h.NewAgent(ctx, fmt.Sprint("agent", last), dir, nil)
			check(err)
			runBatch(h.Tools, &tools.Batch{Agent: a.Identity, Calls: []tools.RawCall{
				{CallID: "1", Name: "read", Arguments: `{"file_path":"note.txt"}`},
			}})
		}
		meter.Size(fmt.Sprintf("growth.idle.agents%d", n), impl, int64(n), meter.Heap()-before)
	}
	check(h.Close(ctx))
}

// benchIdleRuntimes measures what runtimes keep that have run one program and
// wait. Their engines are outside of the Go heap.
func benchIdleRuntimes() {
	before := meter.Resident()
	var all []*quickjs.Runtime
	for _, n := range []int{1, 4, 16} {
		for len(all) < n {
			rt, err := quickjs.New(quickjs.Config{CacheDir: cacheDir()})
			check(err)
			r, err := rt.Run(context.Background(), coderuntime.Request{Program: "return 1"})
			check(err)
			want(r.Failure == nil, "the program failed")
			all = append(all, rt)
		}
		meter.Size(
			fmt.Sprintf("growth.idle.runtimes%d", n),
			impl,
			int64(n),
			meter.Resident()-before,
		)
	}
	for _, rt := range all {
		check(rt.Close(ctx))
	}
}
