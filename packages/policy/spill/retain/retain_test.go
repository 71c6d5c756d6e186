package retain_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/policy/spill/retain"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func kept(head, tail int, chunks ...string) retain.Retained {
	t := retain.Text{Head: head, Tail: tail}
	for _, c := range chunks {
		_, _ = t.WriteString(c)
	}
	return t.Kept()
}

func TestText(t *testing.T) {
	for _, tt := range []struct {
		name       string
		head, tail int
		chunks     []string
		want       retain.Retained
	}{
		{"nothing", 3, 3, nil, retain.Retained{}},
		{"fits exactly", 3, 3, []string{"abc", "def"}, retain.Retained{Head: "abcdef"}},
		{"one too many", 3, 3, []string{"abcdefg"}, retain.Retained{"abc", "efg", 1}},
		{"head only", 2, 0, []string{"a", "bc", "d"}, retain.Retained{"ab", "", 2}},
		{"tail only", 0, 2, []string{"a", "bc", "d"}, retain.Retained{"", "cd", 2}},
		{"count only", 0, 0, []string{"abc"}, retain.Retained{Omitted: 3}},
		{"negative budgets", -1, -4, []string{"abc"}, retain.Retained{Omitted: 3}},
		{"character across chunks", 4, 0, []string{"é"[:1], "é"[1:], "é"}, retain.Retained{Head: "éé"}},
		{"head cut in a character", 3, 0, []string{"ééé"}, retain.Retained{"é", "", 4}},
		{"tail cut in a character", 0, 3, []string{"ééé"}, retain.Retained{"", "é", 4}},
		{"four bytes at both cuts", 5, 5, []string{strings.Repeat("🚀", 10)}, retain.Retained{"🚀", "🚀", 32}},
		{"no character fits", 1, 1, []string{"漢字"}, retain.Retained{Omitted: 6}},
		{"whole text split where the head ends", 1, 5, []string{"漢字"}, retain.Retained{Head: "漢字"}},
		{"invalid bytes", 9, 9, []string{"a\xff\xfeb"}, retain.Retained{Head: "a\uFFFD\uFFFDb"}},
		{"continuation bytes only", 0, 4, []string{strings.Repeat("\x80", 9)}, retain.Retained{"", "\uFFFD", 8}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, kept(tt.head, tt.tail, tt.chunks...)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever the budgets and the chunks: nothing invented, nothing lost uncounted.
func TestTextAccounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("aé漢🚀\n"))).Draw(t, "text")
		r := retain.Text{Head: rapid.IntRange(0, 20).Draw(t, "head"), Tail: rapid.IntRange(0, 20).Draw(t, "tail")}
		for rest := text; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "chunk")
			_, _ = r.Write([]byte(rest[:n]))
			rest = rest[n:]
		}
		got := r.Kept()
		if !strings.HasPrefix(text, got.Head) || !strings.HasSuffix(text, got.Tail) {
			t.Fatalf("%q kept %q and %q", text, got.Head, got.Tail)
		}
		if n := int64(len(got.Head)+len(got.Tail)) + got.Omitted; n != int64(len(text)) || r.Total() != n {
			t.Fatalf("%d bytes accounted for of %d", n, len(text))
		}
		if got.Omitted > 0 && (len(got.Head) > r.Head || len(got.Tail) > r.Tail) {
			t.Fatalf("over budget: %+v", got)
		}
		if !utf8.ValidString(got.Head) || !utf8.ValidString(got.Tail) {
			t.Fatal("half a character")
		}
		if got.Omitted > 0 && (len(got.Head) < r.Head-3 || len(got.Tail) < r.Tail-3) {
			t.Fatalf("more cut than a character: %+v", got)
		}
	})
}

func TestTextMemoryIsBounded(t *testing.T) {
	r := retain.Text{Head: 1 << 10, Tail: 1 << 10}
	chunk := []byte(strings.Repeat("x", 1500))
	_, _ = r.Write(chunk)
	_, _ = r.Write(chunk)
	if n := testing.AllocsPerRun(1000, func() { _, _ = r.Write(chunk) }); n > 0 {
		t.Errorf("a write into full buffers allocates %v times", n)
	}
}

func TestItems(t *testing.T) {
	r := retain.Items[int]{Max: 2}
	for i := range 5 {
		if got := r.Add(i); got != (i < 2) {
			t.Errorf("Add(%d) = %v", i, got)
		}
	}
	if diff := cmp.Diff([]int{0, 1}, r.Kept()); diff != "" || r.Omitted() != 3 {
		t.Errorf("omitted %d, kept %s", r.Omitted(), diff)
	}
}
