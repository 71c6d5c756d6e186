package spill

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/policy/spill/retain"
)

// gap is the line between the beginning and the end of a preview, without which
// two distant lines would read as one.
const gap = "\n[...]\n"

// preview returns what replaces a text of which all is stored: beginning, end
// and notice, at most limit bytes. It reports false when not even the notice
// fits (§17.3).
func preview(text string, saved Saved, limit int, joined bool) (string, bool) {
	full := notice(int64(len(text)), saved)
	if len(full) > limit {
		return "", false
	}
	between := gap
	if joined {
		between = ""
	}
	const blankLine = "\n\n"
	budget := max(limit-len(full)-len(blankLine)-len(between), 0)
	ends := retain.Text{Head: budget - budget/2, Tail: budget / 2}
	_, _ = ends.WriteString(text)
	kept := ends.Kept()
	if kept.Head == "" && kept.Tail == "" {
		return full, true
	}
	return kept.Head + between + kept.Tail + blankLine + notice(kept.Omitted, saved), true
}

func notice(omitted int64, saved Saved) string {
	return fmt.Sprintf("(%s Full formatted result stored at: %s. %s)",
		retain.Notice(omitted), saved.Locator, saved.RetrievalHint)
}
