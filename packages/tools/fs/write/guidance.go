package write

import "github.com/dsh-go/dsh/packages/tools/fs"

// guidance is what a system prompt says about the tool.
var guidance = fs.Guidance{
	Tool: Name, Order: 101,
	Text: "Use write to create a file or to replace all of it. Read an existing file before you " +
		"replace it, and prefer edit for a change to part of it.",
}
