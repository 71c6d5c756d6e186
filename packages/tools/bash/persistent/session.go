package persistent

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// loop is the program of a session. It reads a mark and a command, each ended by NUL, from
// descriptor 3. The command has neither that descriptor nor any input.
const loop = `while IFS= read -r -d '' -u 3 __dsh_mark && IFS= read -r -d '' -u 3 __dsh_command
do printf %s "$__dsh_mark"; eval "$__dsh_command" 3<&-
printf '%s %s\n' "$__dsh_mark" "$?"; done`

// session is one shell. Its calls take turns.
type session struct {
	turn     chan struct{} // holds a token while no call uses the session
	terminal shell.Terminal
	pieces   chan []byte   // what the terminal prints; closed at its end
	exited   chan struct{} // the shell itself has ended
	stop     chan struct{} // nobody wants the pieces any more
}

func newSession() *session {
	s := &session{turn: make(chan struct{}, 1)}
	s.turn <- struct{}{}
	return s
}

// lock waits for the session's turn.
func (s *session) lock(ctx context.Context) error {
	select {
	case <-s.turn:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *session) unlock() { s.turn <- struct{}{} }

// open starts the shell unless it runs.
func (s *session) open(ctx context.Context, e shell.Executor, r shell.Request) error {
	if s.terminal != nil {
		return nil
	}
	terminals, ok := e.(shell.Terminals)
	if !ok {
		return errors.New("this shell executor has no terminals for a persistent shell")
	}
	r.Command = loop
	spec, err := e.Resolve(r)
	if err != nil {
		return err
	}
	t, err := terminals.OpenTerminal(ctx, spec)
	if err != nil {
		return err
	}
	s.terminal, s.pieces, s.stop = t, make(chan []byte, 16), make(chan struct{})
	s.exited = make(chan struct{})
	go read(t, s.pieces, s.stop)
	go func() {
		defer close(s.exited)
		_, _ = t.Wait() // asked again by whoever words the end
	}()
	return nil
}

// read passes on what the terminal prints until its end, or until nobody wants it any more.
func read(t shell.Terminal, pieces chan<- []byte, stop <-chan struct{}) {
	defer close(pieces)
	for {
		buf := make([]byte, 32<<10)
		n, err := t.Read(buf)
		if n > 0 {
			select {
			case pieces <- buf[:n]:
			case <-stop:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// discard ends the shell with everything in it; the next call starts a fresh one.
func (s *session) discard() error {
	if s.terminal == nil {
		return nil
	}
	close(s.stop)
	err := s.terminal.Close()
	for range s.pieces {
		continue // until the reader has ended
	}
	if err == nil {
		<-s.exited
	}
	s.terminal = nil
	return err
}

// send hands a command to the shell.
func (s *session) send(ctx context.Context, mark, command string) error {
	t := s.terminal
	interrupted := context.AfterFunc(ctx, func() { _ = t.Close() }) // it is discarded anyway
	defer interrupted()
	_, err := fmt.Fprintf(t, "%s\x00%s\x00", mark, command)
	return err
}

// end says what ended a wait for a command.
type end int

const (
	endDone end = iota
	endGone
	endLimit
	endCaller
)

// lastWords is how long the output of an ended shell is waited for, when something that it left
// behind still holds the terminal.
const lastWords = 200 * time.Millisecond

// await collects the command's output until its end.
func (s *session) await(ctx context.Context, c *capture) end {
	exited := s.exited
	var silence <-chan time.Time
	for {
		select {
		case <-exited:
			exited, silence = nil, time.After(lastWords)
			continue
		case <-silence:
			c.flush()
			return endGone
		case p, ok := <-s.pieces:
			switch {
			case !ok && ctx.Err() == nil:
				c.flush()
				return endGone
			case ok && c.write(p):
				return endDone
			case ok:
				continue
			}
		case <-ctx.Done():
		}
		c.flush()
		if errors.Is(context.Cause(ctx), errLimit) {
			return endLimit
		}
		return endCaller
	}
}

// errLimit is the cause of a context whose call ran into the tool's limit.
var errLimit = errors.New("the shell's time limit passed")

// newMark is a word that no output contains by chance.
func newMark() string { return "dsh-" + rand.Text() + "-" }
