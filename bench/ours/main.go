// Command ours prints the rows of this project: ours GROUP. It links no peer, so
// that its memory and start are its own.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
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
	"codebig": benchCodeBig, "coderecords": benchCodeRecords,
	"bash": benchBash, "fs": benchFiles, "search": benchSearch, "growth": benchGrowth,
}

func main() {
	sandbox.Main()
	names := slices.Sorted(maps.Keys(groups))
	if len(os.Args) != 2 || groups[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: ours GROUP; groups:", names)
		os.Exit(2)
	}
	load = work.Read()
	groups[os.Args[1]]()
}

func check(err error) { meter.Check(err) }

// mustFail ends the program when something that cannot be false is.
func want(ok bool, what string) {
	if !ok {
		check(fmt.Errorf("%s", what))
	}
}
