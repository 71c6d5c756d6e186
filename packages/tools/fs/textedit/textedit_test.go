package textedit_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
)

func TestApply(t *testing.T) {
	for _, c := range []struct{ name, text, old, new, want string }{
		{"one line", "alpha\nbeta\n", "beta", "BETA", "alpha\nBETA\n"},
		{"leftmost without overlap", "aaa", "aa", "b", "ba"},
		{"dollar is literal", "price 1", "price", "$&$1", "$&$1 1"},
		{"CRLF stays", "a\r\nb\r\nc\r\n", "b", "B", "a\r\nB\r\nc\r\n"},
		{"LF old text in a CRLF file", "a\r\nb\r\nc\r\n", "a\nb", "A\nB", "A\r\nB\r\nc\r\n"},
		{"CRLF old text in an LF file", "a\nb\nc\n", "a\r\nb", "A\r\nB", "A\nB\nc\n"},
		{"untouched lines of a mixture", "1\r\n2\n3\r\n4\n", "3", "x", "1\r\n2\nx\r\n4\n"},
		{"new line takes the line's ending", "1\r\n2\r\n3\n", "3", "3\n4", "1\r\n2\r\n3\n4\n"},
		{"new line takes the majority at the end", "1\r\n2\r\n3", "3", "3\n4", "1\r\n2\r\n3\r\n4"},
		{"a tie is LF", "1\r\n2\n3", "3", "3\n4", "1\r\n2\n3\n4"},
		{"endings one by one", "1\r\n2\n3\r\n", "1\n2\n3\n", "a\nb\nc\nd\n", "a\r\nb\nc\r\nd\r\n"},
		{"match begins with an ending", "a\r\nb\r\n", "\nb", "\nB", "a\r\nB\r\n"},
		{"lone CR is text", "a\rb\r\nc", "b", "B", "a\rB\r\nc"},
		{"CR before CRLF", "a\r\r\nb\r\n", "b", "B", "a\r\r\nB\r\n"},
		{"deletes with the ending", "keep\r\ndrop\r\nkeep2\r\n", "drop\n", "", "keep\r\nkeep2\r\n"},
		{"differs by CR only", "1\r\n2\n", "1\r\n2\n", "1\n2\n", "1\r\n2\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := textedit.Apply(c.text, textedit.Change{Old: c.old, New: c.new})
			if err != nil {
				t.Fatal(err)
			}
			if got.Text() != c.want {
				t.Errorf("got %q, want %q", got.Text(), c.want)
			}
			if lf := strings.ReplaceAll(c.want, "\r\n", "\n"); got.After != lf {
				t.Errorf("after %q, want %q", got.After, lf)
			}
		})
	}
}

func TestApplyRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, old string }{
		{"absent", "a\n", "b"}, {"case", "a\n", "A"}, {"space for tab", "a\tb", "a b"},
		{"trailing space", "a \nb", "a\nb"}, {"empty", "a", ""}, {"empty text", "", "a"},
		{"CR kept apart", "a\r\r\nb\r\n", "a\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := textedit.Apply(c.text, textedit.Change{Old: c.old, New: "x", All: true})
			if !errors.Is(err, textedit.ErrNotFound) {
				t.Errorf("got %v, want %v", err, textedit.ErrNotFound)
			}
		})
	}
	_, err := textedit.Apply("a\r\na\na", textedit.Change{Old: "a", New: "b"})
	if many, ok := errors.AsType[*textedit.AmbiguousError](err); !ok || many.Count != 3 {
		t.Errorf("got %v, want three matches", err)
	}
}

// Undoing all line endings before or after the edit gives the same text, bytes outside the matches
// stay, and each line break keeps the style it had.
func TestApplyKeepsTheRest(t *testing.T) {
	unit := rapid.SampledFrom([]string{"a", "b", "é", "\r", "\n", "\r\n", "\r\n", "ab"})
	text := func(n int) *rapid.Generator[string] {
		return rapid.Map(rapid.SliceOfN(unit, 0, n), func(s []string) string { return strings.Join(s, "") })
	}
	rapid.Check(t, func(t *rapid.T) {
		raw := text(30).Draw(t, "text")
		c := textedit.Change{Old: text(3).Draw(t, "old"), New: text(4).Draw(t, "new"), All: true}
		got, err := textedit.Apply(raw, c)
		if err != nil {
			return
		}
		lf := func(s string) string { return strings.ReplaceAll(s, "\r\n", "\n") }
		if want := strings.ReplaceAll(lf(raw), lf(c.Old), lf(c.New)); got.After != want {
			t.Fatalf("after %q, want %q", got.After, want)
		}
		if want := rebuild(raw, lf(c.Old), lf(c.New)); got.Text() != want {
			t.Fatalf("text %q, want %q", got.Text(), want)
		}
	})
}

// rebuild is the specification by characters: a slow walk over raw units.
func rebuild(raw, old, new string) string {
	units := strings.Split(strings.ReplaceAll(raw, "\r\n", "\x00"), "")
	plain := func(from, n int) string {
		return strings.ReplaceAll(strings.Join(units[from:min(len(units), from+n)], ""), "\x00", "\n")
	}
	width := len(strings.Split(old, ""))
	var out []string
	for i := 0; i < len(units); {
		if plain(i, width) != old {
			out = append(out, units[i])
			i++
			continue
		}
		var styles []string
		for _, u := range units[i : i+width] {
			if u == "\n" || u == "\x00" {
				styles = append(styles, u)
			}
		}
		i += width
		n := 0
		for _, u := range strings.Split(new, "") {
			if u == "\n" {
				u = style(styles, n, units, i)
				n++
			}
			out = append(out, u)
		}
	}
	return strings.ReplaceAll(strings.Join(out, ""), "\x00", "\r\n")
}

func style(styles []string, n int, units []string, end int) string {
	if len(styles) > 0 {
		return styles[min(n, len(styles)-1)]
	}
	for _, u := range units[end:] {
		if u == "\n" || u == "\x00" {
			return u
		}
	}
	all := strings.Join(units, "")
	if strings.Count(all, "\x00") > strings.Count(all, "\n") {
		return "\x00"
	}
	return "\n"
}

func ExampleApply() {
	r, err := textedit.Apply("one\r\ntwo\r\n", textedit.Change{Old: "one\n", New: "1\n"})
	fmt.Printf("%q %v\n", r.Text(), err)
	_, err = textedit.Apply("aa", textedit.Change{Old: "a", New: "b"})
	fmt.Println(err)
	// Output:
	// "1\r\ntwo\r\n" <nil>
	// old text matched 2 times
}

func BenchmarkApply(b *testing.B) {
	for _, c := range []struct{ name, ending string }{{"LF", "\n"}, {"CRLF", "\r\n"}} {
		text := strings.Repeat("a line of quite ordinary length, as source code has"+c.ending, 200_000)
		text += "needle" + c.ending
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := textedit.Apply(text, textedit.Change{Old: "needle", New: "pin"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Positions are found by marks in long texts: the change is where it belongs in any mixture of line
// endings.
func TestApplyInALongText(t *testing.T) {
	for name, endings := range map[string][]string{
		"CRLF": {"\r\n"}, "mixed": {"\r\n", "\n", "\r\r\n", "\r"}, "one CRLF": {"\n"},
	} {
		var lines []string
		for i := range 20_000 {
			lines = append(lines, fmt.Sprintf("line %d of the text%s", i, endings[i%len(endings)]))
		}
		lines[0] = "first\r\n"
		for _, at := range []int{1, 2600, 9_999, 10_000, 19_999} {
			old := fmt.Sprintf("line %d of", at)
			want := slices.Clone(lines)
			want[at] = strings.Replace(want[at], old, "changed:", 1)
			r, err := textedit.Apply(strings.Join(lines, ""), textedit.Change{Old: old, New: "changed:"})
			if err != nil || r.Text() != strings.Join(want, "") {
				t.Errorf("%s, line %d: %v", name, at, err)
			}
		}
		all := strings.Join(lines, "")
		r, err := textedit.Apply(all, textedit.Change{Old: "of the", New: "of", All: true})
		if err != nil || r.Text() != strings.ReplaceAll(all, "of the", "of") {
			t.Errorf("%s, all: %v", name, err)
		}
	}
}
