package output_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/tools/bash/output"
)

func store(t *testing.T) *output.Store {
	t.Helper()
	return &output.Store{Dir: t.TempDir()}
}

func TestCollectorKeepsTheEndAndSpillsTheWhole(t *testing.T) {
	c := output.NewCollector(output.Limits{Inline: 8, Spill: 100}, store(t))
	for _, p := range []string{"0123", "4567", "89", ""} {
		if n, err := c.Write([]byte(p)); n != len(p) || err != nil {
			t.Fatalf("Write(%q) = %d, %v", p, n, err)
		}
	}
	c.Finish()
	got := c.Stream()
	if got.Text != "23456789" || !got.Truncated || got.Bytes != 10 {
		t.Fatalf("stream = %+v", got)
	}
	whole, err := os.ReadFile(got.Spill)
	if err != nil || string(whole) != "0123456789" {
		t.Fatalf("spill = %q, %v", whole, err)
	}
	info, err := os.Stat(got.Spill)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Fatalf("spill mode = %v, %v", info.Mode(), err)
	}
	dir, err := os.Stat(filepath.Dir(got.Spill))
	if err != nil || dir.Mode().Perm() != 0o700 {
		t.Fatalf("spill directory mode = %v, %v", dir.Mode(), err)
	}
}

func TestCollectorExactlyAtTheCapIsNotTruncated(t *testing.T) {
	c := output.NewCollector(output.Limits{Inline: 4, Spill: 100}, store(t))
	_, _ = c.Write([]byte("1234"))
	c.Finish()
	if got := c.Stream(); got.Truncated || got.Spill != "" || got.Text != "1234" {
		t.Fatalf("stream = %+v", got)
	}
}

func TestCollectorOverTheSpillCapLeavesNoFile(t *testing.T) {
	s := store(t)
	c := output.NewCollector(output.Limits{Inline: 4, Spill: 8}, s)
	_, _ = c.Write([]byte("123456"))
	if c.Stream().Spill == "" {
		t.Fatal("no spill file before the cap")
	}
	_, _ = c.Write([]byte("789"))
	c.Finish()
	got := c.Stream()
	if got.Spill != "" || got.Text != "6789" {
		t.Fatalf("stream = %+v", got)
	}
	dir, err := s.Path()
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Fatalf("left behind: %v", left)
	}
}

func TestCollectorWithoutAStoreStillKeepsTheEnd(t *testing.T) {
	c := output.NewCollector(output.Limits{Inline: 2, Spill: 100}, nil)
	_, _ = c.Write([]byte("abc"))
	if got := c.Stream(); got.Text != "bc" || got.Spill != "" || !got.Truncated {
		t.Fatalf("stream = %+v", got)
	}
}

func TestCollectorWithAnUnusableStoreStillKeepsTheEnd(t *testing.T) {
	missing := &output.Store{Dir: filepath.Join(t.TempDir(), "none")}
	c := output.NewCollector(output.Limits{Inline: 2, Spill: 100}, missing)
	_, _ = c.Write([]byte("abc"))
	_, _ = c.Write([]byte("d"))
	c.Finish()
	if got := c.Stream(); got.Text != "cd" || got.Spill != "" {
		t.Fatalf("stream = %+v", got)
	}
}

func TestStoreIsMadeAnewWhenItsDirectoryWasRemoved(t *testing.T) {
	s := store(t)
	first, err := s.Path()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(first); err != nil {
		t.Fatal(err)
	}
	second, err := s.Path()
	if err != nil || second == first {
		t.Fatalf("second = %q, %v", second, err)
	}
}

func TestCutsKeepCodePointsWhole(t *testing.T) {
	c := output.NewCollector(output.Limits{Inline: 5}, nil)
	_, _ = c.Write(bytes.Repeat([]byte("é"), 10))
	if got := c.Stream().Text; got != "éé" {
		t.Fatalf("text = %q", got)
	}
}

func TestReadFromHoldsBackAnIncompleteCodePoint(t *testing.T) {
	c := output.NewCollector(output.Limits{Inline: 100}, nil)
	_, _ = c.Write([]byte("a\xe4\xbd"))
	d := c.ReadFrom(0)
	if d.Text != "a" || d.Next != 1 {
		t.Fatalf("first = %+v", d)
	}
	_, _ = c.Write([]byte("\xa0b"))
	d = c.ReadFrom(d.Next)
	if d.Text != "\u4f60b" || d.Next != 5 {
		t.Fatalf("second = %+v", d)
	}
	_, _ = c.Write([]byte("\xe4"))
	c.Finish()
	if d = c.ReadFrom(d.Next); d.Text != "\ufffd" || d.Next != 6 {
		t.Fatalf("end = %+v", d)
	}
	if d = c.ReadFrom(d.Next); d.Text != "" || d.Lossy {
		t.Fatalf("after the end = %+v", d)
	}
}

func TestReadFromTellsWhatMemoryLost(t *testing.T) {
	c := output.NewCollector(output.Limits{Inline: 4, Spill: 100}, store(t))
	_, _ = c.Write([]byte("123456"))
	d := c.ReadFrom(1)
	if !d.Lossy || d.Text != "3456" || d.Spill == "" {
		t.Fatalf("delta = %+v", d)
	}
	if d = c.ReadFrom(3); d.Lossy || d.Text != "456" {
		t.Fatalf("delta = %+v", d)
	}
}

func TestDecodeReplacesByteByByte(t *testing.T) {
	for in, want := range map[string]string{
		"\xff\xfe":  "\ufffd\ufffd",
		"a\xe4\xbd": "a\ufffd\ufffd",
		"a\x00b":    "a\x00b",
		"é😀":        "é😀",
		"":          "",
	} {
		if got := output.Decode([]byte(in)); got != want {
			t.Errorf("Decode(%q) = %q, want %q", in, got, want)
		}
	}
}

// The kept text must be the end of the stream for every way of cutting it into writes.
func TestCollectorAgreesWithAPlainModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.IntRange(0, 40).Draw(t, "limit")
		parts := rapid.SliceOf(rapid.SliceOfN(rapid.Byte(), 0, 30)).Draw(t, "parts")
		c := output.NewCollector(output.Limits{Inline: limit}, nil)
		var all []byte
		for _, p := range parts {
			all = append(all, p...)
			_, _ = c.Write(p)
		}
		c.Finish()
		kept := all[len(all)-min(limit, len(all)):]
		cut := len(kept) < len(all)
		if cut {
			kept = output.TrimStart(kept)
		}
		got := c.Stream()
		if want := output.Decode(kept); got.Text != want || got.Truncated != cut {
			t.Fatalf("stream = %+v, want %q, %v", got, want, cut)
		}
		if !utf8.ValidString(got.Text) {
			t.Fatalf("invalid text %q", got.Text)
		}
	})
}

// Reading in steps gives the same text as reading once, whatever the steps are.
func TestReadFromInStepsLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		c := output.NewCollector(output.Limits{Inline: 1 << 20}, nil)
		var got strings.Builder
		var at int64
		for rest := []byte(text); len(rest) > 0; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "step")
			_, _ = c.Write(rest[:n])
			rest = rest[n:]
			d := c.ReadFrom(at)
			got.WriteString(d.Text)
			at = d.Next
		}
		c.Finish()
		got.WriteString(c.ReadFrom(at).Text)
		if got.String() != text {
			t.Fatalf("got %q, want %q", got.String(), text)
		}
	})
}

func TestCollectorMemoryIsBoundedByTheCap(t *testing.T) {
	c := output.NewCollector(output.Limits{Inline: 1000}, nil)
	chunk := bytes.Repeat([]byte("y\n"), 100)
	for range 10 {
		_, _ = c.Write(chunk)
	}
	per := testing.AllocsPerRun(100, func() { _, _ = c.Write(chunk) })
	if per != 0 {
		t.Fatalf("a write to a full ring allocates %v times", per)
	}
}
