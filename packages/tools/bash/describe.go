package bash

import (
	"strings"

	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// MachineNote begins the last sentence of the description of a tool where the sandbox does not do
// all that it promises: it tells of the machine, everything before it of the composition.
const MachineNote = "On this machine: "

// describe is what the model is told, made from the composition: it never speaks of what the
// call cannot do.
func describe(e shell.Executor, background bool) string {
	parts := []string{
		"Run a command with bash. Every call is a fresh shell without input and without a " +
			"terminal: nothing of an earlier call remains, so set workdir instead of using cd.",
		"The result ends in [exit code: N] when the command failed; read it, and look into " +
			"failures before going on. Output beyond a limit keeps its end, and a line names the " +
			"file with all of it.",
		"Facts about the session are in variables that begin with DSH_; secrets of the host's " +
			"environment are removed.",
	}
	if background {
		parts = append(parts, "With run_in_background the command becomes a job without a time "+
			"limit: the call returns its id at once, "+jobs.ToolOutput+" reads what it prints and "+
			"waits for it, "+jobs.ToolKill+" ends it. Do not use & for that: such a process has no "+
			"id and nobody is told when it ends. A cd in a job changes nothing elsewhere.")
	} else {
		parts = append(parts, "Commands cannot be put into the background.")
	}
	if p, ok := shell.PolicyOf(e); ok {
		parts = append(parts, confinementText(p))
		if c, ok := e.(shell.Confiner); ok && p.Mode.Confines() {
			parts = append(parts, shortcomings(c.Report()))
		}
	}
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// confinementText explains the mode and the way out of it.
func confinementText(p sandbox.Policy) string {
	if !p.Mode.Confines() {
		return ""
	}
	may := "may not change any file but those in $TMPDIR"
	if p.Mode == sandbox.WorkspaceWrite {
		may = "may change files only in the workspace and in temporary directories"
	}
	network := ", and has no network"
	if p.Network {
		network = ""
	}
	return "Commands run in a sandbox (" + string(p.Mode) + "): a command " + may + network +
		". A line [sandbox: ...] in the result is a decision of the sandbox, not an error to work " +
		"around. Try first; when the sandbox denies what the task needs, repeat the command once " +
		"with the narrowest sandbox_permissions that suffices and a justification. The user " +
		"decides; a rejection is final for that command."
}

// shortcomings says what this machine's sandbox does not do.
func shortcomings(r sandbox.Report) string {
	if r.Enforcement == sandbox.EnforcementFull {
		return ""
	}
	return MachineNote + r.String() + "."
}
