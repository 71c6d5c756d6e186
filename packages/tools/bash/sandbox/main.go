package sandbox

import (
	"os"
	"sync/atomic"
)

// supervisorName is what a supervisor finds as its own name. It shows in process listings.
const supervisorName = "dsh-supervisor"

// hooked tells that this process called Main: only then may its program be started again as a
// supervisor. It is a fact about the process, which is why it is not part of any value.
var hooked atomic.Bool

// Main must be the first statement of main, and of TestMain in tests that confine commands:
//
//	func main() {
//		sandbox.Main()
//		…
//	}
//
// A confined command is started through a second run of the same program, which applies the
// confinement to itself and then starts the command; so neither root nor a helper program is
// needed. In that second run Main does the supervisor's work and never returns. In an ordinary
// run it only notes that it was called. Without it confined commands are refused with
// [CodeHook].
//
// Package initialisers of the program run before Main in both runs; keep them cheap and without
// effects.
func Main() {
	if len(os.Args) == 1 && os.Args[0] == supervisorName {
		os.Exit(supervise())
	}
	hooked.Store(true)
}
