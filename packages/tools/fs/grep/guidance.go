package grep

import "github.com/dsh-go/dsh/packages/tools/fs"

// guidance is what a system prompt says about the tool.
var guidance = fs.Guidance{
	Tool: Name, Order: 104,
	Text: "To find text in files use grep, not the shell's grep or rg. It returns single lines; " +
		"read the file around them. Literal braces and parentheses are escaped in the pattern.",
}
