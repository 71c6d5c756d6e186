package textdiff_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/tools/fs/textdiff"
)

func numbered(n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %d\n", i+1)
	}
	return lines
}

func TestHunks(t *testing.T) {
	twenty := numbered(20)
	changed := append([]string{}, twenty...)
	changed[1] = "second\n"
	changed[17] = "eighteenth\nand more\n"
	for _, c := range []struct {
		name, before, after string
		want                []textdiff.Hunk
	}{
		{"equal", "a\n", "a\n", nil},
		{"both empty", "", "", nil},
		{"from nothing", "", "a\n", []textdiff.Hunk{{OldLine: 1, NewLine: 1, NewText: "a\n"}}},
		{"to nothing", "a\n", "", []textdiff.Hunk{{OldLine: 1, NewLine: 1, OldText: "a\n"}}},
		{"no final newline", "a\nb", "a\nc", []textdiff.Hunk{
			{OldLine: 1, NewLine: 1, OldText: "a\nb", NewText: "a\nc"}}},
		{"two places", strings.Join(twenty, ""), strings.Join(changed, ""), []textdiff.Hunk{
			{OldLine: 1, NewLine: 1,
				OldText: strings.Join(twenty[:5], ""), NewText: strings.Join(changed[:5], "")},
			{OldLine: 15, NewLine: 15,
				OldText: strings.Join(twenty[14:], ""), NewText: strings.Join(changed[14:], "")},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, textdiff.Hunks(c.before, c.after)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHunksOfLargeTexts(t *testing.T) {
	same := strings.Repeat("the same line in both\n", 200_000)
	got := textdiff.Hunks(same+"x\n"+same, same+"y\n"+same)
	if len(got) != 1 || got[0].OldLine != 200_001-textdiff.Context {
		t.Errorf("one changed line in the middle gave %d hunks: %.80v", len(got), got)
	}
	if got := textdiff.Hunks(same, strings.ReplaceAll(same, "same", "other")); got != nil {
		t.Errorf("texts that differ everywhere gave %d hunks, want none", len(got))
	}
}

// Replacing each hunk's old text by its new text at the line it names makes the new text.
func TestHunksRebuildTheNewText(t *testing.T) {
	line := rapid.SampledFrom([]string{"a\n", "b\n", "c\n", "\n", "é\n"})
	text := rapid.Custom(func(t *rapid.T) string {
		s := strings.Join(rapid.SliceOfN(line, 0, 40).Draw(t, "lines"), "")
		return s + rapid.SampledFrom([]string{"", "tail"}).Draw(t, "tail")
	})
	rapid.Check(t, func(t *rapid.T) {
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		var got strings.Builder
		rest, at := strings.SplitAfter(before, "\n"), 1
		for _, h := range textdiff.Hunks(before, after) {
			got.WriteString(strings.Join(rest[:h.OldLine-at], ""))
			rest, at = rest[h.OldLine-at:], h.OldLine
			if made := 1 + strings.Count(got.String(), "\n"); made != h.NewLine {
				t.Fatalf("hunk says new line %d, it is %d", h.NewLine, made)
			}
			n := strings.Count(h.OldText, "\n")
			if joined := strings.Join(rest, ""); !strings.HasPrefix(joined, h.OldText) {
				t.Fatalf("old text %q is not at line %d", h.OldText, h.OldLine)
			}
			if !strings.HasSuffix(h.OldText, "\n") && h.OldText != "" {
				n++
			}
			rest, at = rest[n:], at+n
			got.WriteString(h.NewText)
		}
		got.WriteString(strings.Join(rest, ""))
		if got.String() != after {
			t.Fatalf("rebuilt %q, want %q", got.String(), after)
		}
	})
}
