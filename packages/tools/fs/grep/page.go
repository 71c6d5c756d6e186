package grep

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/search"
)

// pageOf renders up to limit matches; receipt is where the complete result is, nil when it was not
// saved.
func (c Config) pageOf(v Value, limit int, receipt *fs.Receipt) string {
	shown, total := min(limit, len(v.Matches)), len(v.Matches)
	if total == 0 {
		return "No matches found" + search.WarningLine(v.Warnings, v.Skipped)
	}
	var out strings.Builder
	switch {
	case shown < total:
		fmt.Fprintf(&out, "Found %d of %d matches\n", shown, total)
	case total == 1:
		out.WriteString("Found 1 match\n")
	default:
		fmt.Fprintf(&out, "Found %d matches\n", total)
	}
	path := ""
	for i, m := range v.Matches[:shown] {
		if i == 0 || m.Path != path {
			path = m.Path
			fmt.Fprintf(&out, "\n%s\n", path)
		}
		fmt.Fprintf(&out, "Line %d: %s\n", m.LineNumber, preview(m.Line, c.GrepMaxLineBytes))
	}
	text := strings.TrimSuffix(out.String(), "\n") + search.WarningLine(v.Warnings, v.Skipped)
	if shown < total {
		text += "\n\n" + recovery(shown, total, receipt)
	}
	return text
}

func recovery(shown, total int, receipt *fs.Receipt) string {
	where := "The complete result could not be saved; narrow the pattern, path or include to see the rest."
	if receipt != nil {
		where = fmt.Sprintf("The complete result is at %s. %s", receipt.Locator, receipt.RetrievalHint)
	}
	return fmt.Sprintf("(%d of %d matches are not shown. %s)", total-shown, total, strings.TrimSpace(where))
}

// preview cuts a line to limit bytes between characters and marks the cut.
func preview(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	for limit > 0 && !utf8.RuneStart(line[limit]) {
		limit--
	}
	return line[:limit] + " (line truncated)"
}
