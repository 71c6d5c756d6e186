package read

import "github.com/dsh-go/dsh/packages/tools/fs"

// guidance is what a system prompt says about the tool.
var guidance = fs.Guidance{
	Tool: Name, Order: 100,
	Text: "To look at a text file use read, not a shell command. Its output is numbered by line; " +
		"the numbers are no part of the file. Page through a long file with offset and limit, as the " +
		"footer says.",
}
