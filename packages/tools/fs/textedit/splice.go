package textedit

import "strings"

// splice makes the change in raw text that has CRLFs. The matches are where they are in the text
// with LFs only, and so are the marks.
func splice(raw string, marks []mark, matches []int, c Change) []string {
	pieces := make([]string, 0, 2*len(matches)+1)
	at := cursor{raw: raw, marks: marks}
	end := endings{raw: raw}
	rest := 0
	for _, i := range matches {
		from := at.advance(i)
		to := at.advance(i + len(c.Old))
		pieces = append(pieces, raw[rest:from], end.styled(c.New, from, to))
		rest = to
	}
	return append(pieces, raw[rest:])
}

// cursor walks through raw text and counts what the position is in the plain text.
type cursor struct {
	raw string
	at  mark
	// marks are those ahead of the position, for the long way.
	marks []mark
}

// advance moves on to a position of the plain text and returns that of the raw text. An LF of the
// plain text begins where its CRLF begins.
func (c *cursor) advance(plain int) int {
	for len(c.marks) > 0 && c.marks[0].plain <= plain {
		if c.marks[0].plain > c.at.plain {
			c.at = c.marks[0]
		}
		c.marks = c.marks[1:]
	}
	for c.at.plain < plain {
		run := strings.Index(c.raw[c.at.raw:], "\r\n")
		if run < 0 || run >= plain-c.at.plain {
			c.at.raw += plain - c.at.plain
			c.at.plain = plain
			break
		}
		c.at.raw += run + 2
		c.at.plain += run + 1
	}
	return c.at.raw
}

// endings chooses line endings for text that replaces a region of raw.
type endings struct {
	raw      string
	majority string
}

// styled is text with the line endings that the region raw[from:to] calls for.
func (e *endings) styled(text string, from, to int) string {
	var out strings.Builder
	region := e.raw[from:to]
	last := ""
	for {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			out.WriteString(text)
			return out.String()
		}
		out.WriteString(text[:i])
		text = text[i+1:]
		var style string
		if style, region = next(region); style != "" {
			last = style
		} else if last == "" {
			last = e.after(to)
		}
		out.WriteString(last)
	}
}

// next returns the first line ending of text and what follows it.
func next(text string) (style, rest string) {
	i := strings.IndexByte(text, '\n')
	switch {
	case i < 0:
		return "", ""
	case i > 0 && text[i-1] == '\r':
		return "\r\n", text[i+1:]
	}
	return "\n", text[i+1:]
}

// after is the ending of the line that the position is in, or else the majority's.
func (e *endings) after(pos int) string {
	if style, _ := next(e.raw[pos:]); style != "" {
		return style
	}
	if e.majority == "" {
		e.majority = "\n"
		if n := strings.Count(e.raw, "\r\n"); n > strings.Count(e.raw, "\n")-n {
			e.majority = "\r\n"
		}
	}
	return e.majority
}
