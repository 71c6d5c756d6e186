package mcp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/tools/mcp/internal/wire"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// stepGrace is how long a stopping process is given between closing its input,
// asking its group to terminate and killing the group, and how long the rest of
// what an ended one printed is waited for.
const stepGrace = 1500 * time.Millisecond

// process is a running stdio server: the leader of a process group, so that what
// a wrapper such as npx or a shell started ends with it.
type process struct {
	cmd            *exec.Cmd
	stdin          io.WriteCloser
	stdout, stderr io.ReadCloser
	said           tail
	exited         chan struct{} // closed when the group is gone
	quiet          chan struct{} // closed when standard error is read to its end
	hungUp         chan struct{} // closed when a standard stream ended or broke
	hangUp         sync.Once
}

// dialStdio starts the server's process.
func dialStdio(_ context.Context, e *Endpoint, log *slog.Logger) (Link, error) {
	p := &process{exited: make(chan struct{}), quiet: make(chan struct{}), hungUp: make(chan struct{})}
	p.cmd = exec.Command(e.Command, e.Args...)
	p.cmd.Env, p.cmd.Dir = e.Env, e.Cwd
	ownGroup(p.cmd)
	if err := p.start(); err != nil {
		return Link{}, err
	}
	go p.reap()
	go p.listen()
	transport := &pipes{p: p, stray: func(line []byte) {
		log.Debug("mcp server printed text that is no message", "server", e.Name, "bytes", len(line))
	}}
	return Link{Transport: transport, Close: p.stop, Diagnosis: p.lastWords}, nil
}

// start starts the process on pipes of our own: those of exec are closed under
// the reader as soon as the process ends, and its last words would be lost.
func (p *process) start() error {
	var files [6]*os.File
	for i := range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			return errors.Join(err, closeAll(files[:]))
		}
		files[2*i], files[2*i+1] = r, w
	}
	theirs := []*os.File{files[0], files[3], files[5]}
	p.stdin, p.stdout, p.stderr = files[1], files[2], files[4]
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = files[0], files[3], files[5]
	err := p.cmd.Start()
	_ = closeAll(theirs) // the child has its own
	if err != nil {
		_ = closeAll([]*os.File{files[1], files[2], files[4]})
		return fmt.Errorf("start %s: %w", p.cmd.Path, err)
	}
	return nil
}

func closeAll(files []*os.File) error {
	var errs []error
	for _, f := range files {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	return errors.Join(errs...)
}

// reap waits for the leader and ends what it left behind. The group's number may
// be given to others once all members are gone, so nothing signals it later.
func (p *process) reap() {
	_ = p.cmd.Wait() // how it ended is told by the connection's end
	signalGroup(p.cmd, true)
	close(p.exited)
}

func (p *process) listen() {
	_, _ = io.Copy(&p.said, p.stderr) // its end is the end of the process
	close(p.quiet)
}

// Read reads what the process says in the protocol.
func (p *process) Read(b []byte) (int, error) {
	n, err := p.stdout.Read(b)
	return n, p.noticed(err)
}

// Write writes to the process.
func (p *process) Write(b []byte) (int, error) {
	n, err := p.stdin.Write(b)
	return n, p.noticed(err)
}

func (p *process) noticed(err error) error {
	if err != nil {
		p.hangUp.Do(func() { close(p.hungUp) })
	}
	return err
}

// lastWords is the end of what the process printed to standard error: all that is
// there yet, and to the very end where the process is ending, whose streams end in
// any order.
func (p *process) lastWords() string {
	select {
	case <-p.hungUp:
		p.listened()
	default:
	}
	return p.said.String()
}

// listened waits until standard error is read to its end. A process that left the
// group may keep it open: that is not waited for.
func (p *process) listened() {
	t := time.NewTimer(stepGrace)
	defer t.Stop()
	select {
	case <-p.quiet:
	case <-t.C:
	}
}

// stop ends the process group in three steps, each a little harder, and waits
// for it. It fails only if ctx ends first.
func (p *process) stop(ctx context.Context) error {
	_ = p.stdin.Close()
	if !p.wait(ctx) {
		signalGroup(p.cmd, false)
		if !p.wait(ctx) {
			signalGroup(p.cmd, true)
		}
	}
	select {
	case <-p.exited:
	case <-ctx.Done():
		return fmt.Errorf("the process did not end: %w", context.Cause(ctx))
	}
	p.listened()
	err := errors.Join(p.stdout.Close(), p.stderr.Close())
	<-p.quiet
	return err
}

// wait reports whether the leader ended within the grace.
func (p *process) wait(ctx context.Context) bool {
	t := time.NewTimer(stepGrace)
	defer t.Stop()
	select {
	case <-p.exited:
		return true
	case <-t.C:
	case <-ctx.Done():
	}
	return false
}

// pipes is the transport over the process's standard streams.
type pipes struct {
	p     *process
	stray func([]byte)
}

// Connect implements the SDK's Transport.
func (t *pipes) Connect(context.Context) (sdk.Connection, error) {
	return wire.New(t.p, t.p, wire.Options{Stray: t.stray, OnClose: t.p.stdin.Close}), nil
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

const maxTail = 4 << 10

// Write keeps the last part. It never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-maxTail):]...)
	t.kept = t.kept[max(0, len(t.kept)-maxTail):]
	return len(p), nil
}

// String returns what is kept, as one trimmed text of valid UTF-8.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.ToValidUTF8(bytes.TrimSpace(t.kept), []byte("\uFFFD")))
}
