// Command beside prints the rows of floors and peers: beside GROUP.
package main

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/dsh-go/dsh/bench/internal/work"
)

var (
	ctx  = context.Background()
	load work.Load
)

var groups = map[string]func(){
	"floor-call": benchFloorCall, "floor-batch": benchFloorBatch, "floor-validate": benchFloorValidate,
	"floor-output": benchFloorOutput, "floor-registry": benchFloorRegistry,
	"floor-exec": benchFloorExec, "floor-files": benchFloorFiles, "floor-search": benchFloorSearch,
	"peer-call": benchPeerCall, "peer-scale": benchPeerScale, "peer-batch": benchPeerBatch, "peer-registry": benchPeerRegistry,
	"engine-goja": benchEngineGoja, "engine-modernc": benchEngineModernc,
	"nothing": func() {},
}

func main() {
	if len(os.Args) != 2 || groups[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: beside GROUP; groups:", slices.Sorted(maps.Keys(groups)))
		os.Exit(2)
	}
	load = work.Read()
	groups[os.Args[1]]()
}
