package pathglob

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Glob matches the paths that one line of an ignore file, or one override, names. It is immutable
// and safe for concurrent use. The zero Glob matches nothing.
type Glob struct {
	// Negated: the line began with "!".
	Negated bool
	// DirOnly: the line ended in a slash and names directories only.
	DirOnly bool
	kind    kind
	text    string
}

type kind uint8

const (
	// noGlob is that of the zero Glob; matchNothing is that of a line that leaves nothing to match.
	noGlob kind = iota
	matchNothing
	// The whole path, or its last element, is the text.
	pathIs
	nameIs
	// The last element ends with the text.
	nameEnds
	// The whole path, or its last element, matches the pattern of doublestar in the text.
	pathMatches
	nameMatches
)

// Parse reads one line. Blanks at its end do not count unless escaped; a line without any text is
// the zero Glob. A line with a slash, other than one at its end, names whole paths; any other names
// the last element of paths.
func Parse(line string) (Glob, error) {
	if !strings.HasSuffix(line, `\ `) {
		line = strings.TrimRight(line, " \t\r\n\f\v")
	}
	if line == "" {
		return Glob{}, nil
	}
	g := Glob{kind: matchNothing}
	line, anchored := strings.CutPrefix(g.marks(line), "/")
	if line, g.DirOnly = strings.CutSuffix(line, "/"); g.DirOnly {
		line = strings.TrimSuffix(line, `\`)
	}
	if line == "" && g.Negated {
		return Glob{}, &SyntaxError{Glob: "!", Reason: "nothing is negated"}
	}
	if line == "" {
		return g, nil
	}
	name, deep := strings.CutPrefix(line, "**/")
	byName := !anchored && (!strings.Contains(line, "/") || deep && !strings.Contains(name, "/"))
	if !byName {
		name = line
	}
	if strings.HasSuffix(name, "/**") {
		// What is inside is meant, not the directory.
		name += "/*"
	}
	pattern, literal, err := translate(name)
	if err != nil {
		return Glob{}, err
	}
	g.choose(byName, pattern, literal)
	return g, nil
}

// marks takes off what may stand before the glob itself.
func (g *Glob) marks(line string) string {
	if strings.HasPrefix(line, `\!`) || strings.HasPrefix(line, `\#`) {
		return line[1:]
	}
	line, g.Negated = strings.CutPrefix(line, "!")
	return line
}

// choose picks the cheapest way to match.
func (g *Glob) choose(byName bool, pattern, literal string) {
	suffix, starred := strings.CutPrefix(pattern, "*")
	switch {
	case literal != "" && byName:
		g.kind, g.text = nameIs, literal
	case literal != "":
		g.kind, g.text = pathIs, literal
	case byName && starred && !strings.ContainsAny(suffix, `*?[{\`):
		g.kind, g.text = nameEnds, suffix
	case byName:
		g.kind, g.text = nameMatches, pattern
	default:
		g.kind, g.text = pathMatches, pattern
	}
}

// IsZero tells whether g is that of a line without text.
func (g Glob) IsZero() bool { return g.kind == noGlob }

// NeedsPath tells whether g looks at more than the last element of a path.
func (g Glob) NeedsPath() bool { return g.kind == pathIs || g.kind == pathMatches }

// Match tells whether g names the path, whose last element is name. Elements are separated by
// slashes; path is relative to where the glob is anchored.
func (g Glob) Match(path, name string, isDir bool) bool {
	if g.DirOnly && !isDir {
		return false
	}
	switch g.kind {
	case pathIs:
		return path == g.text
	case nameIs:
		return name == g.text
	case nameEnds:
		return strings.HasSuffix(name, g.text)
	case pathMatches:
		return doublestar.MatchUnvalidated(g.text, path)
	case nameMatches:
		return doublestar.MatchUnvalidated(g.text, name)
	}
	return false
}
