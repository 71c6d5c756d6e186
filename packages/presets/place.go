package presets

import (
	"fmt"
	"regexp"
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

// Of returns FILE:LINE of a member of the row's configuration, given by its JSON
// pointer (RFC 6901), or of the nearest member around it that has a line; empty for
// a row from nowhere.
func (p Place) Of(pointer string) string {
	if p.File == "" {
		return ""
	}
	for pointer != "" {
		if line, ok := p.lines[pointer]; ok {
			return fmt.Sprintf("%s:%d", p.File, line)
		}
		pointer = pointer[:strings.LastIndexByte(pointer, '/')]
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// Prefix returns what [Place.Of] does with ": " after it, for errors; empty for a
// row from nowhere.
func (p Place) Prefix(pointer string) string {
	if p.File == "" {
		return ""
	}
	return p.Of(pointer) + ": "
}

// memberName is how texts name a member of a configuration, such as rules[1].tool.
var memberName = regexp.MustCompile(`[A-Za-z_]\w*(?:\[\d+\]|\.[A-Za-z_]\w*)*`)

// Named returns the JSON pointer of the member of the row's configuration that a
// text names first, or "" when it names none. What a plugin says about its
// configuration, after it was decoded, names members but has no pointer.
func (p Place) Named(text string) string {
	for _, name := range memberName.FindAllString(text, -1) {
		pointer := "/" + strings.NewReplacer("[", "/", "]", "", ".", "/").Replace(name)
		for at := pointer; at != ""; at = at[:strings.LastIndexByte(at, '/')] {
			if _, ok := p.lines[at]; ok {
				return at
			}
		}
	}
	return ""
}
