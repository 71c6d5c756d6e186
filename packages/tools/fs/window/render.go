package window

import (
	"fmt"
	"strconv"
	"strings"
)

// Envelope wraps a body in the tags that file results have. Nothing in it is escaped.
func Envelope(path, kind, body string) string {
	var out strings.Builder
	out.Grow(len(path) + len(kind) + len(body) + 64)
	for _, part := range []string{
		"<path>", path, "</path>\n<type>", kind, "</type>\n<content>\n", body, "\n</content>",
	} {
		out.WriteString(part)
	}
	return out.String()
}

// Render renders the window of the file at path; limit is the one it was cut with.
func (w Window) Render(path string, limit int) string {
	size := 0
	for _, line := range w.Lines {
		size += len(line.Text) + len("1234567: \n")
	}
	body := make([]byte, 0, size+128)
	for _, line := range w.Lines {
		body = strconv.AppendInt(body, int64(line.Number), 10)
		body = append(body, ": "...)
		body = append(body, line.Text...)
		body = append(body, '\n')
	}
	if len(w.Lines) > 0 {
		body = append(body, '\n')
	}
	body = append(body, w.footer(limit)...)
	return Envelope(path, "file", string(body))
}

func (w Window) footer(limit int) string {
	first, last := w.Offset, w.Offset+len(w.Lines)-1
	switch {
	case last >= w.TotalLines:
		return fmt.Sprintf("(End of file - total %d lines)", w.TotalLines)
	case len(w.Lines) < limit:
		return fmt.Sprintf("(Output capped. Showing lines %d-%d. Use offset=%d to continue.)",
			first, last, last+1)
	}
	return fmt.Sprintf("(Showing lines %d-%d of %d. Use offset=%d to continue.)",
		first, last, w.TotalLines, last+1)
}
