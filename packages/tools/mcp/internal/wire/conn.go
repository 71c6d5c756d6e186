package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxStray is how many lines in a row may be no messages before the peer is
// taken for something that does not speak the protocol.
const maxStray = 1000

// ErrNoProtocol ends a connection whose peer sends nothing but other text.
var ErrNoProtocol = errors.New("the peer sends text that is no JSON-RPC message")

// Options configure a connection. The zero value is ready.
type Options struct {
	// MaxLine is the longest line accepted, in bytes; 0 means [DefaultMaxLine].
	MaxLine int
	// Stray is told of lines that are no messages; nil is told nothing. It is
	// called from one goroutine and must not block.
	Stray func(line []byte)
	// OnClose is called once when the connection closes, and closes the streams.
	OnClose func() error
}

// Conn is a connection over a pair of streams. It implements the SDK's
// Connection; all methods may be called concurrently, Read by one caller.
type Conn struct {
	options Options
	w       io.Writer

	incoming chan arrival
	queue    []jsonrpc.Message // the rest of a batch; of Read alone
	frames   chan frame
	closed   chan struct{}
	once     sync.Once
	err      error
}

type arrival struct {
	line []byte
	err  error
}

// frame is one message on its way out; done gets the outcome.
type frame struct {
	bytes []byte
	done  chan error
}

var _ sdk.Connection = (*Conn)(nil)

// New starts a connection. Its two goroutines end when the streams are closed,
// which is what Options.OnClose is for; a stream whose Read cannot be
// interrupted, as standard input, keeps one of them until the process ends.
func New(r io.Reader, w io.Writer, o Options) *Conn {
	c := &Conn{
		options: o, w: w,
		incoming: make(chan arrival), frames: make(chan frame), closed: make(chan struct{}),
	}
	go c.readLines(newLines(r, o.MaxLine))
	go c.writeFrames()
	return c
}

func (c *Conn) readLines(l *lines) {
	for {
		line, err := l.next()
		select {
		case c.incoming <- arrival{line, err}:
		case <-c.closed:
			return
		}
		if err != nil {
			return
		}
	}
}

func (c *Conn) writeFrames() {
	for {
		select {
		case f := <-c.frames:
			_, err := c.w.Write(f.bytes)
			f.done <- err
		case <-c.closed:
			return
		}
	}
}

// Read returns the next message. Batches are taken apart.
func (c *Conn) Read(ctx context.Context) (jsonrpc.Message, error) {
	stray := 0
	for len(c.queue) == 0 {
		var a arrival
		select {
		case a = <-c.incoming:
		case <-c.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if a.err != nil {
			return nil, a.err
		}
		if c.queue = decode(a.line); len(c.queue) > 0 {
			break
		}
		if c.options.Stray != nil {
			c.options.Stray(a.line)
		}
		if stray++; stray >= maxStray {
			return nil, fmt.Errorf("%w: %d lines in a row", ErrNoProtocol, stray)
		}
	}
	m := c.queue[0]
	c.queue = c.queue[1:]
	return m, nil
}

// decode returns the messages of a line, none if it is not one.
func decode(line []byte) []jsonrpc.Message {
	switch line[0] {
	case '{':
		if m, err := jsonrpc.DecodeMessage(line); err == nil {
			return []jsonrpc.Message{m}
		}
	case '[':
		return decodeBatch(line)
	}
	return nil
}

func decodeBatch(line []byte) (batch []jsonrpc.Message) {
	dec := jsontext.NewDecoder(bytes.NewReader(line), jsontext.AllowDuplicateNames(true))
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	for dec.PeekKind() == '{' {
		raw, err := dec.ReadValue()
		if err != nil {
			return nil
		}
		m, err := jsonrpc.DecodeMessage(raw.Clone())
		if err != nil {
			return nil
		}
		batch = append(batch, m)
	}
	return batch
}

// Write writes one message as one line. When ctx ends first, the message may
// still go out later, whole.
func (c *Conn) Write(ctx context.Context, m jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	f := frame{append(text, '\n'), make(chan error, 1)}
	select {
	case c.frames <- f:
	case <-c.closed:
		return sdk.ErrConnectionClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case err := <-f.done:
		return err
	case <-c.closed:
		return sdk.ErrConnectionClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends reads and writes at once and closes the streams. Idempotent.
func (c *Conn) Close() error {
	c.once.Do(func() {
		close(c.closed)
		if c.options.OnClose != nil {
			c.err = c.options.OnClose()
		}
	})
	return c.err
}

// SessionID returns "": streams have no session ids.
func (c *Conn) SessionID() string { return "" }
