package coderuntime_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

// guestText decodes a JSON string, keeping lone surrogates as three bytes.
func guestText(t *testing.T, text string) string {
	t.Helper()
	for from, to := range map[string]string{`\ud800`: "\xed\xa0\x80", `a\ud83d"`: "a\xed\xa0\xbd\""} {
		if strings.Contains(text, from) {
			return strings.Trim(strings.ReplaceAll(text, from, to), `"`)
		}
	}
	var s string
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestByteVectors(t *testing.T) {
	t.Parallel()
	var file struct {
		StringBytes []struct {
			StringJSON string `json:"string_json"`
			Bytes      int64
		} `json:"string_bytes"`
		Prefix []struct {
			StringJSON string `json:"string_json"`
			MaxBytes   int64  `json:"max_bytes"`
			PrefixJSON string `json:"prefix_json"`
		}
	}
	text, err := os.ReadFile("testdata/ptc-render.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	for _, c := range file.StringBytes {
		if have := coderuntime.StringBytes(guestText(t, c.StringJSON)); have != c.Bytes {
			t.Errorf("%s costs %d, want %d", c.StringJSON, have, c.Bytes)
		}
	}
	for _, c := range file.Prefix {
		have := coderuntime.StringPrefix(guestText(t, c.StringJSON), c.MaxBytes)
		if want := guestText(t, c.PrefixJSON); have != want {
			t.Errorf("prefix of %s in %d is %q, want %q", c.StringJSON, c.MaxBytes, have, want)
		}
	}
}

func TestLedger(t *testing.T) {
	t.Parallel()
	failed := func(kind coderuntime.Kind, message string, logs ...string) coderuntime.Result {
		r := coderuntime.Failed(kind, message)
		r.Logs = append(r.Logs, logs...)
		return r
	}
	cases := []struct {
		name  string
		limit int64
		logs  []string
		end   func(*coderuntime.Ledger) coderuntime.Result
		want  coderuntime.Result
	}{
		{"exact", 14, []string{"wxyz"},
			func(l *coderuntime.Ledger) coderuntime.Result { return l.Value("[1,23]") },
			coderuntime.Result{Logs: []string{"wxyz"}, Value: "[1,23]"}},
		{"undefined costs nothing", 8, []string{"wxyz"},
			func(l *coderuntime.Ledger) coderuntime.Result { return l.Value("") },
			coderuntime.Result{Logs: []string{"wxyz"}}},
		{"one over drops the value", 13, []string{"wxyz"},
			func(l *coderuntime.Ledger) coderuntime.Result { return l.Value("[1,23]") },
			failed(coderuntime.KindOutputLimit, "logs and ")},
		{"a failure shares the ledger", 14, []string{"wxyz"},
			func(l *coderuntime.Ledger) coderuntime.Result {
				return l.Fail(coderuntime.KindException, "oops")
			},
			failed(coderuntime.KindException, "oops", "wxyz")},
		{"a failure that does not fit", 13, []string{"wxyz"},
			func(l *coderuntime.Ledger) coderuntime.Result {
				return l.Fail(coderuntime.KindException, "oops")
			},
			failed(coderuntime.KindOutputLimit, "logs and ")},
		{"the smallest limit (P102)", 4, nil,
			func(l *coderuntime.Ledger) coderuntime.Result {
				return l.Fail(coderuntime.KindException, "oops")
			},
			failed(coderuntime.KindOutputLimit, "")},
		{"whole entries, then a prefix", 110, []string{"one", strings.Repeat("z", 500)},
			func(l *coderuntime.Ledger) coderuntime.Result { return l.Value("1") },
			failed(coderuntime.KindOutputLimit, "logs and result exceed the output limit of 110 "+
				"bytes: print or return less", "one", strings.Repeat("z", 24))},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l := coderuntime.NewLedger(c.limit)
			for _, entry := range c.logs {
				l.Log(entry)
			}
			have := c.end(l)
			if diff := cmp.Diff(c.want, have); diff != "" {
				t.Errorf("(-want +have):\n%s", diff)
			}
			if used := used(have); used > c.limit {
				t.Errorf("used %d of %d bytes", used, c.limit)
			}
		})
	}
}

// used is what a result costs by the rules of the ledger.
func used(r coderuntime.Result) int64 {
	n := int64(2)
	for i, entry := range r.Logs {
		n += coderuntime.StringBytes(entry) + int64(min(i, 1))
	}
	if r.Failure != nil {
		n += coderuntime.StringBytes(r.Failure.Message)
	}
	return n + int64(len(r.Value))
}

// FuzzLedger checks the invariant of P99 for any entries and limit.
func FuzzLedger(f *testing.F) {
	f.Add(int64(4), "a", "b\xed\xa0\x80", "c\"\n")
	f.Add(int64(300), "entry", "", "message")
	f.Fuzz(func(t *testing.T, limit int64, a, b, message string) {
		limit = max(limit%1000, 4)
		l := coderuntime.NewLedger(limit)
		l.Log(a)
		l.Log(b)
		if have := l.Fail(coderuntime.KindException, message); used(have) > limit {
			t.Errorf("used %d of %d: %+v", used(have), limit, have)
		}
	})
}
