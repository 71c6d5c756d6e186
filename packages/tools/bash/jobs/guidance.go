package jobs

import "github.com/dsh-go/dsh/packages/tools/bash/shell"

// guidance is what a system prompt says about the job tools.
var guidance = shell.Guidance{
	Name: "tools:jobs", Tool: ToolOutput, Order: 106,
	Text: "A background job goes on while you do other work, and a message tells you when it has " +
		"ended: do not ask for its state again and again. When there is nothing else to do, wait for " +
		"it with " + ToolOutput + ". End the jobs that are not needed any more with " + ToolKill + ".",
}
