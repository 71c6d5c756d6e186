package textdiff

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Context is the number of unchanged lines shown before and after a change.
const Context = 3

// MaxBytes bounds the two texts between their common beginning and end, added up. Above it there
// are no hunks.
const MaxBytes = 1 << 20

// Hunk is one changed place, with context on both sides. Lines keep their endings.
type Hunk struct {
	// OldLine and NewLine are the 1-based lines where the texts begin.
	OldLine, NewLine int
	OldText, NewText string
}

// Hunks compares two texts by lines. It returns nil for equal texts, and for texts that differ in
// more than [MaxBytes].
func Hunks(before, after string) []Hunk {
	head := commonHead(before, after)
	tail := commonTail(before[head:], after[head:])
	old, new := before[head:len(before)-tail], after[head:len(after)-tail]
	if old == new || len(old)+len(new) > MaxBytes {
		return nil
	}
	diff, err := udiff.ToUnifiedDiff("", "", old, udiff.Lines(old, new), Context)
	if err != nil {
		return nil // the library refuses only edits that it did not make itself
	}
	skipped := strings.Count(before[:head], "\n")
	hunks := make([]Hunk, 0, len(diff.Hunks))
	shift := 0
	for _, h := range diff.Hunks {
		hunk, grown := fold(h.Lines)
		hunk.OldLine = skipped + h.FromLine
		hunk.NewLine = hunk.OldLine + shift
		shift += grown
		hunks = append(hunks, hunk)
	}
	return hunks
}

// fold joins the lines of a hunk into its two texts and counts by how much the new one is longer.
func fold(lines []udiff.Line) (h Hunk, grown int) {
	var old, new strings.Builder
	for _, line := range lines {
		switch line.Kind {
		case udiff.Delete:
			old.WriteString(line.Content)
			grown--
		case udiff.Insert:
			new.WriteString(line.Content)
			grown++
		default:
			old.WriteString(line.Content)
			new.WriteString(line.Content)
		}
	}
	return Hunk{OldText: old.String(), NewText: new.String()}, grown
}

// commonHead is the length of the whole lines that both texts begin with, less the context.
func commonHead(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i+blockSize <= n && a[i:i+blockSize] == b[i:i+blockSize] {
		i += blockSize
	}
	for i < n && a[i] == b[i] {
		i++
	}
	for range Context + 1 {
		i = strings.LastIndexByte(a[:i], '\n')
		if i < 0 {
			return 0
		}
	}
	return i + 1
}

// commonTail is the length of the whole lines that both texts end with, less the context.
func commonTail(a, b string) int {
	n := min(len(a), len(b))
	i := 0
	for i+blockSize <= n && a[len(a)-i-blockSize:len(a)-i] == b[len(b)-i-blockSize:len(b)-i] {
		i += blockSize
	}
	for i < n && a[len(a)-1-i] == b[len(b)-1-i] {
		i++
	}
	tail := a[len(a)-i:]
	for range Context + 1 {
		at := strings.IndexByte(tail, '\n')
		if at < 0 {
			return 0
		}
		tail = tail[at+1:]
	}
	return len(tail)
}

// blockSize is how much is compared at once where long texts are equal.
const blockSize = 4096
