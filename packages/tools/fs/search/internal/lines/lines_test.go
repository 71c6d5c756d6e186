package lines_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/dialect"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/lines"
)

func find(t testing.TB, pattern, text string, binary bool) []string {
	t.Helper()
	m, err := lines.Compile(pattern)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	err = m.Searcher().Search(t.Context(), strings.NewReader(text), binary, func(l lines.Line) error {
		got = append(got, fmt.Sprintf("%d:%s", l.Number, l.Text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func encoded(text string, little bool) string {
	out := []byte{0xFE, 0xFF}
	if little {
		out = []byte{0xFF, 0xFE}
	}
	for _, unit := range utf16.Encode([]rune(text)) {
		if little {
			out = append(out, byte(unit), byte(unit>>8))
		} else {
			out = append(out, byte(unit>>8), byte(unit))
		}
	}
	return string(out)
}

func TestSearch(t *testing.T) {
	far := strings.Repeat("filler\n", 20_000)
	long := strings.Repeat("x", 1<<20)
	for _, c := range []struct {
		name, pattern, text string
		want                []string
	}{
		{"empty file", "x*", "", nil},
		{"empty lines", "^$", "\n\na\n", []string{"1:", "2:"}},
		{"no final line ending", "b", "a\nb", []string{"2:b"}},
		{"CR is not shown", "a", "a\r\nb\r\n", []string{"1:a"}},
		{"CR counts for the end", "a$", "a\r\n", nil},
		{"every line once", "a", "aaa\nbab\n", []string{"1:aaa", "2:bab"}},
		{"not across lines", `a\s+b`, "a\nb\na b\n", []string{"3:a b"}},
		{"negation is within a line", `a[^x]b`, "a\nb\na-b\n", []string{"3:a-b"}},
		{"byte order mark", "^a", "\uFEFFa\n", []string{"1:a"}},
		{"UTF-16 little", "né", encoded("one\nné two\n", true), []string{"2:né two"}},
		{"UTF-16 big", "né", encoded("one\nné two\n", false), []string{"2:né two"}},
		{"second piece", "needle", far + "needle\n", []string{"20001:needle"}},
		{"line longer than a piece", "y$", "a\n" + long + "y\nb\n", []string{"2:" + long + "y"}},
		{"dot matches no bad byte", "a.b", "a\xffb\na-b\n", []string{"2:a-b"}},
		{"beside a bad byte", "b+", "\xffbb\n", []string{"1:\xffbb"}},
		{"NUL before", "needle", "a\x00 needle\n", nil},
		{"NUL after", "needle", "needle\n\x00", nil},
		{"alternatives", "foo|bar|baz", "a bar\nb\nfoo baz\n", []string{"1:a bar", "3:foo baz"}},
		{"fold", "(?i)needle", "NeEdLe\nneedl\n", []string{"1:NeEdLe"}},
		{"fold beyond ASCII", "(?i)kelvin", "\u212Aelvin\nkelvi\n", []string{"1:\u212Aelvin"}},
		{"fold with a long s", "(?i)miss", "mi\u017Fs\nmis\n", []string{"1:mi\u017Fs"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, find(t, c.pattern, c.text, false)); diff != "" {
				t.Errorf("%.300s", diff)
			}
		})
	}
	if got := find(t, "needle", "a\x00 needle\nneedle\n", true); len(got) != 2 {
		t.Errorf("a binary file asked for by name: %q", got)
	}
}

func TestSearchStops(t *testing.T) {
	m, err := lines.Compile("a")
	if err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	s := m.Searcher()
	n := 0
	err = s.Search(t.Context(), strings.NewReader("a\na\na\n"), false, func(lines.Line) error { n++; return stop })
	if err != stop || n != 1 {
		t.Errorf("got %v after %d lines", err, n)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	if err := s.Search(ctx, strings.NewReader("a\n"), false, nil); err != stop {
		t.Errorf("got %v, want the cause", err)
	}
	if err := s.Search(t.Context(), iotest.ErrReader(stop), false, nil); err != stop {
		t.Errorf("got %v, want the reader's error", err)
	}
	endless := strings.NewReader(strings.Repeat("x", 17<<20))
	if err := s.Search(t.Context(), endless, false, nil); err != lines.ErrLineTooLong {
		t.Errorf("got %v for a line of 17 MiB", err)
	}
	// The searcher is as good as new.
	if err := s.Search(t.Context(), strings.NewReader("b\na"), false, func(l lines.Line) error {
		if l.Number != 2 {
			t.Errorf("line %d", l.Number)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
}

// What is found is what the expression matches, line by line, however the text comes in.
func TestSearchAgreesWithExpression(t *testing.T) {
	piece := rapid.SampledFrom([]string{"ab", "A", "c", "\n", "\n", "é", "\r\n", " ", "foo", "K", "s"})
	patterns := []string{"ab", "(?i)ab", "a|c", "[ac]b?", "foo.*c", "(?:ab)+c", "é", "(?i)k", "s{2}", "^a", "c$", ".", "fo+|ab"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 40).Draw(t, "text"), "")
		pattern := rapid.SampledFrom(patterns).Draw(t, "pattern")
		expression, err := dialect.Translate(pattern)
		if err != nil {
			t.Fatal(err)
		}
		re := regexp.MustCompile(expression)
		var want, got []string
		for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
			if text != "" && re.MatchString(line) {
				want = append(want, fmt.Sprintf("%d:%s", i+1, strings.TrimSuffix(line, "\r")))
			}
		}
		m, err := lines.Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		src := iotest.HalfReader(strings.NewReader(text))
		if rapid.Bool().Draw(t, "byte by byte") {
			src = iotest.OneByteReader(src)
		}
		err = m.Searcher().Search(context.Background(), src, false, func(l lines.Line) error {
			got = append(got, fmt.Sprintf("%d:%s", l.Number, l.Text))
			return nil
		})
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Fatal(err, diff)
		}
	})
}

func TestSearchAllocates(t *testing.T) {
	m, err := lines.Compile("needle")
	if err != nil {
		t.Fatal(err)
	}
	s := m.Searcher()
	text := strings.Repeat("a line without it\n", 10_000)
	src := strings.NewReader(text)
	allocated := testing.AllocsPerRun(10, func() {
		src.Reset(text)
		if err := s.Search(t.Context(), src, false, func(lines.Line) error { return nil }); err != nil {
			t.Fatal(err)
		}
	})
	if allocated > 1 {
		t.Errorf("%v allocations for a file without a match, want at most 1", allocated)
	}
}
