package exact

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// events rewrites a stream of server-sent events one by one: the data of an
// event becomes one line, with its result packed; other fields stay.
type events struct {
	r   *bufio.Reader
	max int
}

func newEvents(r io.Reader, limit int) *events {
	return &events{r: bufio.NewReaderSize(r, 16<<10), max: limit}
}

// next returns the text of the next event with its blank line, or what is left
// before an error.
func (e *events) next() ([]byte, error) {
	var out, data bytes.Buffer
	hasData := false
	for size := 0; ; {
		line, err := e.line(&size)
		if errors.Is(err, ErrBodyTooLarge) {
			return nil, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			if hasData {
				data.WriteByte('\n')
			}
			hasData = true
			data.Write(bytes.TrimPrefix(value, []byte(" ")))
		} else if len(line) > 0 {
			out.Write(line)
			out.WriteByte('\n')
		}
		if len(line) == 0 || err != nil {
			return e.event(&out, &data, hasData, err)
		}
	}
}

func (e *events) event(out, data *bytes.Buffer, hasData bool, err error) ([]byte, error) {
	if hasData {
		out.WriteString("data: ")
		out.Write(packMessage(data.Bytes()))
		out.WriteByte('\n')
	}
	if err == nil {
		out.WriteByte('\n')
	}
	return out.Bytes(), err
}

func (e *events) line(size *int) ([]byte, error) {
	var line []byte
	for {
		part, err := e.r.ReadSlice('\n')
		if *size += len(part); *size > e.max {
			return nil, ErrBodyTooLarge
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// eventBody is a response body of rewritten events.
type eventBody struct {
	inner   io.ReadCloser
	scanner *events
	ready   []byte
	err     error
}

// Read returns the next part of the rewritten stream.
func (b *eventBody) Read(p []byte) (int, error) {
	for len(b.ready) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		b.ready, b.err = b.scanner.next()
	}
	n := copy(p, b.ready)
	b.ready = b.ready[n:]
	return n, nil
}

// Close closes the stream.
func (b *eventBody) Close() error { return b.inner.Close() }
