package approval

import (
	"bufio"
	"context"
	"io"
	"strings"
	"sync"
)

// LineReader reads what a person types.
type LineReader interface {
	// ReadLine waits for a line and returns it without its end. It returns soon
	// after ctx is done. io.EOF means that nobody will type any more.
	ReadLine(ctx context.Context) (string, error)
}

// Lines is a [LineReader] over any reader, which it reads only while somebody
// waits. A reader cannot be interrupted: after a wait that was given up, one read
// may still be under way, in a goroutine that ends with it. What that read brings
// goes to whoever waits then, and is dropped if nobody does, so that no answer
// outlives its question. Create it with [NewLines].
type Lines struct {
	r *bufio.Reader

	mu      sync.Mutex
	reading bool
	waiting chan line // nil while nobody waits
}

type line struct {
	text string
	err  error
}

// NewLines returns the lines of r. Nobody else may read r from then on.
func NewLines(r io.Reader) *Lines { return &Lines{r: bufio.NewReader(r)} }

// ReadLine waits for the next line. One caller at a time.
func (l *Lines) ReadLine(ctx context.Context) (string, error) {
	wait, err := l.enter()
	if err != nil {
		return "", err
	}
	select {
	case got := <-wait:
		return got.text, got.err
	case <-ctx.Done():
		l.leave(wait)
		return "", context.Cause(ctx)
	}
}

func (l *Lines) enter() (chan line, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting != nil {
		return nil, &Error{Code: CodeInput, Message: "somebody else waits for a line already"}
	}
	l.waiting = make(chan line, 1)
	if !l.reading {
		l.reading = true
		go l.read()
	}
	return l.waiting, nil
}

func (l *Lines) leave(wait chan line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.waiting == wait {
		l.waiting = nil
	}
}

// read reads one line, however long that takes.
func (l *Lines) read() {
	text, err := l.r.ReadString('\n')
	if text != "" { // the last line may lack its end
		err = nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.reading = false
	if l.waiting != nil {
		l.waiting <- line{strings.TrimRight(text, "\r\n"), err}
		l.waiting = nil
	}
}
