// Command ours prints the rows of this project: ours GROUP. It links no peer, so
// that its memory and start are its own.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime/pprof"
	"slices"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

const impl = "ours"

var (
	ctx  = context.Background()
	load work.Load
)

// groups run each in a process of their own: memory is measured by process.
var groups = map[string]func(){
	"call": benchCall, "scale": benchScale, "batch": benchBatch, "registry": benchRegistry,
	"validate": benchValidate, "output": benchOutput, "code": benchCode,
	"prime": prime, "codebig": benchCodeBig, "coderecords": benchCodeRecords,
	"bash": benchBash, "fs": benchFiles, "search": benchSearch, "growth": benchGrowth,
	"idleagents": benchIdleAgents, "idleruntimes": benchIdleRuntimes,
}

func main() {
	sandbox.Main()
	names := slices.Sorted(maps.Keys(groups))
	if len(os.Args) != 2 || groups[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: ours GROUP; groups:", names)
		os.Exit(2)
	}
	load = work.Read()
	stop := profile(os.Args[1])
	groups[os.Args[1]]()
	stop()
}

// profile writes the processor profile of a group into $BENCH_PROFILE, when it
// is set.
func profile(group string) (stop func()) {
	dir := os.Getenv("BENCH_PROFILE")
	if dir == "" {
		return func() {}
	}
	file, err := os.Create(filepath.Join(dir, group+".pprof"))
	check(err)
	check(pprof.StartCPUProfile(file))
	return func() {
		pprof.StopCPUProfile()
		check(file.Close())
	}
}

func check(err error) { meter.Check(err) }

// mustFail ends the program when something that cannot be false is.
func want(ok bool, what string) {
	if !ok {
		check(fmt.Errorf("%s", what))
	}
}
