package window_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

var usual = window.Query{Offset: 1, Limit: 2000, LineChars: 2000, Bytes: 51_200}

func with(change func(*window.Query)) window.Query {
	q := usual
	change(&q)
	return q
}

func read(text string, q window.Query) (window.Window, error) {
	var r window.Reader
	return r.Read(context.Background(), strings.NewReader(text), q)
}

func texts(w window.Window) []string {
	var list []string
	for _, line := range w.Lines {
		list = append(list, line.Text)
	}
	return list
}

func TestRead(t *testing.T) {
	five := with(func(q *window.Query) { q.LineChars = 5 })
	ten := with(func(q *window.Query) { q.Bytes = 10 })
	for _, c := range []struct {
		name  string
		text  string
		query window.Query
		want  []string
		total int
	}{
		{"empty", "", usual, nil, 0},
		{"only a newline", "\n", usual, []string{""}, 1},
		{"only a byte order mark", "\uFEFF", usual, nil, 0},
		{"a mark inside is kept", "a\uFEFF\n", usual, []string{"a\uFEFF"}, 1},
		{"two carriage returns lose one", "a\r\r\n", usual, []string{"a\r"}, 1},
		{"cap reached exactly", "abcde\n", five, []string{"abcde"}, 1},
		{"cap reached with CRLF", "abcde\r\n", five, []string{"abcde"}, 1},
		{"cap exceeded by one", "abcdef\n", five, []string{"abcde... (line truncated to 5 chars)"}, 1},
		{"cap exceeded by a CR inside", "abcde\rx\n", five,
			[]string{"abcde... (line truncated to 5 chars)"}, 1},
		{"code points count", "😀😀😀😀😀\n", five, []string{"😀😀😀😀😀"}, 1},
		{"cut between code points", "😀😀😀😀😀😀\n", five,
			[]string{"😀😀😀😀😀... (line truncated to 5 chars)"}, 1},
		{"bytes stop", "aaaa\nbbbb\ncccc\n", ten, []string{"aaaa", "bbbb"}, 3},
		{"bytes reached exactly", "aaaa\nbbbbb\n", ten, []string{"aaaa", "bbbbb"}, 2},
		{"first line over the bytes", "éééééééé\nb\n", ten,
			[]string{"ééééé... (line truncated to 5 chars)"}, 2},
		{"first line of the window over the bytes", "a\n" + strings.Repeat("é", 8) + "\nb\n",
			window.Query{Offset: 2, Limit: 9, LineChars: 99, Bytes: 3},
			[]string{"é... (line truncated to 1 chars)"}, 3},
		{"no room for one character", "日本\n", window.Query{Offset: 1, Limit: 1, LineChars: 9, Bytes: 2},
			[]string{"... (line truncated to 0 chars)"}, 1},
		{"NUL after the looked-at prefix", strings.Repeat("x", 8192) + "\x00\n",
			with(func(q *window.Query) { q.LineChars = 1 }),
			[]string{"x... (line truncated to 1 chars)"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(c.text, c.query)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, texts(got)); diff != "" {
				t.Error(diff)
			}
			if got.TotalLines != c.total {
				t.Errorf("total %d, want %d", got.TotalLines, c.total)
			}
		})
	}
}

func TestReadProblems(t *testing.T) {
	long := strings.Repeat("line\n", 60_000)
	for _, c := range []struct {
		name, text string
		want       error
	}{
		{"NUL", "a\x00b", window.Binary},
		{"NUL before bad text", "\xff\x00", window.Binary},
		{"NUL at the end of the prefix", strings.Repeat("x", 8191) + "\x00", window.Binary},
		{"bad text", "a\xffb", window.NotUTF8},
		{"cut off", "a\xe4\xb8", window.NotUTF8},
		{"surrogate", "\xed\xa0\x80", window.NotUTF8},
		{"bad text far behind the window", long + "\xff\n", window.NotUTF8},
		{"cut off far behind the window", long + "\xe4", window.NotUTF8},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := read(c.text, with(func(q *window.Query) { q.Limit = 1 })); err != c.want {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestReadOutOfRange(t *testing.T) {
	for _, text := range []string{"", "a", "a\n", "a\nb\n"} {
		lines := strings.Count(text, "a") + strings.Count(text, "b")
		_, err := read(text, with(func(q *window.Query) { q.Offset = lines + 2 }))
		out, ok := errors.AsType[*window.RangeError](err)
		if !ok || out.TotalLines != lines || out.Offset != lines+2 {
			t.Errorf("%q: got %v, want a range error of %d lines", text, err, lines)
		}
	}
}

func TestReadStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	endless := readerFunc(func(p []byte) (int, error) {
		cancel(stop)
		return copy(p, "more text\n"), nil
	})
	var r window.Reader
	if _, err := r.Read(ctx, endless, usual); err != stop {
		t.Errorf("got %v, want the cause of the context", err)
	}
	fail := io.MultiReader(strings.NewReader("a\n"), iotest.ErrReader(stop))
	if _, err := r.Read(t.Context(), fail, usual); err != stop {
		t.Errorf("got %v, want the reader's error", err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A window is what a plain implementation that holds everything makes of the text, whatever the
// pieces are that the reader hands out.
func TestReadAgreesWithModel(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "é", "日", "😀", "\r", "\n", "\r\n", "\n\n", "xyz", "\uFEFF",
		strings.Repeat("long ", 30_000)})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(piece, 0, 30).Draw(t, "text"), "")
		q := window.Query{
			Offset:    rapid.IntRange(1, 12).Draw(t, "offset"),
			Limit:     rapid.IntRange(1, 8).Draw(t, "limit"),
			LineChars: rapid.IntRange(1, 10).Draw(t, "chars"),
			Bytes:     rapid.IntRange(1, 60).Draw(t, "bytes"),
		}
		want, wantErr := model(text, q)
		var r window.Reader
		src := io.Reader(strings.NewReader(text))
		if rapid.Bool().Draw(t, "halves") {
			src = iotest.HalfReader(src)
		}
		got, err := r.Read(context.Background(), src, q)
		if (err == nil) != wantErr {
			t.Fatalf("error %v, model says ok=%v", err, wantErr)
		}
		if diff := cmp.Diff(want, got); err == nil && diff != "" {
			t.Fatal(diff)
		}
	})
}

func model(text string, q window.Query) (window.Window, bool) {
	text = strings.TrimPrefix(text, "\uFEFF")
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	w := window.Window{Offset: q.Offset, TotalLines: len(lines)}
	used := 0
	for i := q.Offset; i <= len(lines) && len(w.Lines) < q.Limit; i++ {
		full := []rune(strings.TrimSuffix(lines[i-1], "\r"))
		shown := string(full)
		if len(full) > q.LineChars {
			shown = mark(full[:q.LineChars])
		}
		size := len(shown) + min(len(w.Lines), 1)
		if used+size > q.Bytes {
			if len(w.Lines) > 0 {
				return w, true
			}
			keep := full[:min(len(full), q.LineChars)]
			for len(string(keep)) > q.Bytes {
				keep = keep[:len(keep)-1]
			}
			if len(keep) < len(full) {
				shown = mark(keep)
			}
			w.Lines = append(w.Lines, window.Line{Number: i, Text: shown})
			return w, true
		}
		used += size
		w.Lines = append(w.Lines, window.Line{Number: i, Text: shown})
	}
	return w, q.Offset <= max(len(lines), 1)
}

func mark(kept []rune) string {
	return fmt.Sprintf("%s... (line truncated to %d chars)", string(kept), len(kept))
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("a\nb\r\nc"), 1, 2, 3, 4)
	f.Add([]byte("\xef\xbb\xbf\xf0\x9f\x98\x80"), 2, 1, 1, 1)
	f.Fuzz(func(t *testing.T, text []byte, offset, limit, chars, size int) {
		q := window.Query{Offset: 1 + offset&7, Limit: 1 + limit&7, LineChars: 1 + chars&15, Bytes: 1 + size&63}
		w, err := read(string(text), q)
		if err != nil {
			return
		}
		for _, line := range w.Lines {
			if !utf8.ValidString(line.Text) {
				t.Errorf("line %d is not UTF-8: %q", line.Number, line.Text)
			}
		}
		if len(w.Lines) > q.Limit || w.TotalLines >= q.Offset && len(w.Lines) == 0 {
			t.Errorf("%d lines of %d from %d", len(w.Lines), w.TotalLines, q.Offset)
		}
	})
}

// The memory of a read does not depend on the size of what is read.
func TestReadKeepsLittle(t *testing.T) {
	var r window.Reader
	allocated := func(size int64) float64 {
		return testing.AllocsPerRun(3, func() {
			src := io.LimitReader(readerFunc(func(p []byte) (int, error) {
				for i := range p {
					p[i] = 'x'
				}
				return len(p), nil
			}), size)
			if _, err := r.Read(t.Context(), src, usual); err != nil {
				t.Fatal(err)
			}
		})
	}
	if small, large := allocated(1<<20), allocated(100<<20); large > small+2 {
		t.Errorf("%v allocations for 1 MiB in one line, %v for 100 MiB", small, large)
	}
}
