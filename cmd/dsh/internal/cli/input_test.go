package cli_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/cmd/dsh/internal/cli"
)

// waiting is an input that nobody writes to: the first read reports that it has
// begun, and lasts until the pipe is closed.
func waiting(t *testing.T, begun func()) io.Reader {
	in, out := io.Pipe()
	t.Cleanup(func() { _ = out.Close() })
	return beginning{in, begun}
}

type beginning struct {
	io.Reader
	begun func()
}

func (b beginning) Read(p []byte) (int, error) {
	b.begun()
	return b.Reader.Read(p)
}

// An interrupt that comes while an input is read ends the command at once.
func TestInterruptedWhileReading(t *testing.T) {
	for _, args := range [][]string{{"call", "-"}, {"call"}, {"schema", "check"}, {"schema", "ts", "-"}, {"run", "-"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var out, errs bytes.Buffer
			code := cli.Run(ctx, args, cli.Streams{In: waiting(t, cancel), Out: &out, Err: &errs})
			want := "dsh: interrupted while reading standard input: nothing was run\n"
			if code != cli.ExitInterrupted || errs.String() != want || out.Len() > 0 {
				t.Errorf("exit %d, said %q, printed %q", code, errs.String(), out.String())
			}
		})
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// What cannot be written is no fault of the input.
func TestFailingWrites(t *testing.T) {
	for _, tt := range []struct {
		in   string
		args []string
	}{
		{`{"name":"read"}`, []string{"call"}},
		{"", []string{"tools"}},
		{"", []string{"tools", "--json"}},
		{"", []string{"sdk"}},
		{"{}", []string{"schema", "check"}},
		{"{}", []string{"schema", "ts"}},
		{"", []string{"agent", "go"}},
		{"", []string{"agent", "--json", "go"}},
	} {
		t.Run(strings.Join(tt.args, " "), func(t *testing.T) {
			var errs bytes.Buffer
			code := cli.Run(t.Context(), tt.args, cli.Streams{In: strings.NewReader(tt.in), Out: full{}, Err: &errs})
			if code != cli.ExitFailed || !strings.Contains(errs.String(), "no space left on device") {
				t.Errorf("exit %d: %s", code, errs.String())
			}
		})
	}
}

func TestInputsThatEditorsSave(t *testing.T) {
	marked, wide := "\xef\xbb\xbf{}", "\xff\xfe{\x00}\x00"
	for _, tt := range []struct {
		name, in string
		args     []string
		want     string
	}{
		{"batch with a mark", marked, []string{"call"}, "standard input:1:1: the text begins with a byte order mark: save it as UTF-8 without one"},
		{"schema with a mark", marked, []string{"schema", "check"}, "standard input:1:1: the text begins with a byte order mark: save it as UTF-8 without one"},
		{"batch in UTF-16", wide, []string{"call"}, "standard input:1:1: the text is UTF-16: save it as UTF-8"},
		{"schema in UTF-16", wide, []string{"schema", "ts"}, "standard input:1:1: the text is UTF-16: save it as UTF-8"},
		{"schema that is no JSON", "{\n  x}", []string{"schema", "check"}, "standard input:2:3: not JSON: "},
		{"member twice", "{\"properties\": {\"a\": {},\n  \"a\": {}}}", []string{"schema", "check"}, `standard input:2:3: member "a" appears twice: keep one`},
		{"keyword twice", `{"type":"string","type":"null"}`, []string{"schema", "ts"}, `standard input:1:18: member "type" appears twice: keep one`},
		{"long name", `{"name":"a","` + strings.Repeat("x", 1000) + `":1}`, []string{"call"}, strings.Repeat("x", 200) + `…"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(t, t.Context(), tt.in, tt.args...)
			if got.code != cli.ExitUsage || got.out != "" || !strings.Contains(got.err, tt.want) {
				t.Errorf("exit %d, printed %q, said %q, want %q", got.code, got.out, got.err, tt.want)
			}
		})
	}
}

func TestUnknownWords(t *testing.T) {
	for _, args := range [][]string{{"schema", "bogus"}, {"help", "nope"}, {"nope"}} {
		if got := run(t, t.Context(), "", args...); got.code != cli.ExitUsage || got.err == "" {
			t.Errorf("%v: exit %d, printed %q, said %q", args, got.code, got.out, got.err)
		}
	}
}
