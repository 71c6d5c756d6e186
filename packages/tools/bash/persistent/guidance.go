package persistent

import "github.com/dsh-go/dsh/packages/tools/bash/shell"

// guidance is what a system prompt says about the tool; how a call works is in its description.
var guidance = shell.Guidance{
	Name: "tools:" + ToolName, Tool: ToolName, Order: 105,
	Text: "Use bash to build, to test, for version control and for the programs of the project. " +
		"Where a tool reads, changes or finds files, use that tool and not its counterpart in the shell. " +
		"The directory and the variables of an earlier call still hold. Look at the exit code before " +
		"building on a result.",
}
