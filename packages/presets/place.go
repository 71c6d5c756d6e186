package presets

import (
	"fmt"
	"strings"
)

// Place is where in a configuration file a row was written. The zero Place is
// nowhere: the row was made by a program.
type Place struct {
	// File is the file's name.
	File string
	// Line is where the row begins, counted from 1.
	Line int

	lines map[string]int // of the members of its config, by JSON pointer
}

// Prefix returns "FILE:LINE: " for a member of the row's configuration, given by
// its JSON pointer (RFC 6901), or of the nearest member around it that has a line;
// empty for a row from nowhere.
func (p Place) Prefix(pointer string) string {
	if p.File == "" {
		return ""
	}
	for pointer != "" {
		if line, ok := p.lines[pointer]; ok {
			return fmt.Sprintf("%s:%d: ", p.File, line)
		}
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
	return fmt.Sprintf("%s:%d: ", p.File, p.Line)
}
