package glob

import "github.com/dsh-go/dsh/packages/tools/fs"

// guidance is what a system prompt says about the tool.
var guidance = fs.Guidance{
	Tool: Name, Order: 103,
	Text: "To find files by name use glob, not find or ls. It lists files only, hidden and ignored " +
		"ones too. A pattern without a slash matches at any depth; one with a slash begins at the " +
		"workspace. When a list is too long, narrow the pattern or the path.",
}
