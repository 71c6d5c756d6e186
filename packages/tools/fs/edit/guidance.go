package edit

import "github.com/dsh-go/dsh/packages/tools/fs"

// guidance is what a system prompt says about the tool.
var guidance = fs.Guidance{
	Tool: Name, Order: 102,
	Text: "Use edit to change part of a file. Read the file first, unless you have just created or " +
		"edited it. old_string is literal and must occur exactly once unless replace_all is set; leave out " +
		"the line numbers that read shows.",
}
