package search

import (
	"fmt"
	"strings"
)

// MaxSkipped bounds how many warnings a value names.
const MaxSkipped = 5

// Skipped returns the first warnings of an answer, for its value.
func Skipped(warnings []string) []string { return warnings[:min(len(warnings), MaxSkipped)] }

// WarningLine renders warnings: how many there are and the first of them. It begins with a blank
// line, and is "" when there are none.
func WarningLine(count int, first []string) string {
	if count == 0 {
		return ""
	}
	noun := "warnings"
	if count == 1 {
		noun = "warning"
	}
	text := strings.Join(first, "; ")
	if count > len(first) {
		text += "; …"
	}
	return fmt.Sprintf("\n\n(%d %s, the result may be incomplete: %s)", count, noun, text)
}
