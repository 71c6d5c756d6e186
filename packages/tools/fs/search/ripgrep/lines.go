package ripgrep

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/dsh-go/dsh/packages/tools/fs/search"
	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/pathglob"
)

const readSize = 256 << 10

// Lines finds lines by a pattern.
func (e *Engine) Lines(
	ctx context.Context, t search.Tree, pattern, include string,
) ([]search.Found, []string, error) {
	args := []string{"--no-config", "--no-ignore-messages", "--json", "--regexp=" + pattern}
	if include != "" {
		args = append(args, "--glob="+pathglob.Flatten(include))
	}
	m := messages{tree: t, left: t.MaxBytes}
	warnings, err := e.run(ctx, t, args, m.read)
	if err != nil {
		return nil, nil, err
	}
	return m.found, warnings, nil
}

// messages collects the matches among the messages that the program prints, one a line.
type messages struct {
	tree  search.Tree
	found []search.Found
	left  int64
	// long gathers a message that exceeds the reader's buffer.
	long []byte
	path string
}

// tooLong tells whether a message exceeds what may be collected, with some allowance for names,
// offsets and escapes.
func (m *messages) tooLong() bool { return int64(len(m.long)) > m.left+m.left/4+readSize }

func (m *messages) read(out io.Reader) error {
	in := bufio.NewReaderSize(out, readSize)
	for {
		line, err := m.line(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && bytes.HasPrefix(line, matchPrefix) {
			err = m.match(line)
		}
		if err != nil {
			return err
		}
	}
}

// line returns the next message, valid until the next call.
func (m *messages) line(in *bufio.Reader) ([]byte, error) {
	line, err := in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	m.long = append(m.long[:0], line...)
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = in.ReadSlice('\n')
		m.long = append(m.long, line...)
		if m.tooLong() {
			return nil, search.ErrOverflow
		}
	}
	return m.long, err
}

var matchPrefix = []byte(`{"type":"match"`)

// message is what is needed of a match.
type message struct {
	Data struct {
		Path   data `json:"path"`
		Lines  data `json:"lines"`
		Number int  `json:"line_number"`
	} `json:"data"`
}

// data is text, or bytes where it is not UTF-8.
type data struct {
	Text  *string `json:"text"`
	Bytes []byte  `json:"bytes"`
}

func (d data) String() string {
	if d.Text != nil {
		return *d.Text
	}
	return string(d.Bytes)
}

func (m *messages) match(line []byte) error {
	var msg message
	if err := json.Unmarshal(line, &msg); err != nil {
		return fmt.Errorf("reading ripgrep's output: %w", err)
	}
	text := strings.TrimSuffix(strings.TrimSuffix(msg.Data.Lines.String(), "\n"), "\r")
	path := m.tree.Shown(msg.Data.Path.String())
	if path != m.path {
		m.path = path // one string for all matches of a file
	}
	if m.left -= int64(len(path)+len(text)) + 1; m.left < 0 {
		return search.ErrOverflow
	}
	m.found = append(m.found, search.Found{Path: m.path, Number: msg.Data.Number, Text: text})
	return nil
}
