// Command coding is a process that serves one call with everything that a coding
// agent has.
package main

import (
	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/one"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
)

func main() {
	sandbox.Main()
	preset, err := builtin.Named("coding")
	meter.Check(err)
	one.Call(preset, "ours, coding preset")
}
