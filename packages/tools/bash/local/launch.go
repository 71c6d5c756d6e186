package local

import (
	"errors"
	"fmt"
	"os"

	"github.com/dsh-go/dsh/packages/tools/bash/output"
	"github.com/dsh-go/dsh/packages/tools/bash/process"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// scriptLimit is the longest command that is passed as an argument; the kernel's own limit for
// one is 128 KiB. Longer ones come through a pipe.
const scriptLimit = 120 << 10

// viaPipe makes bash read the command from descriptor 3 and run it as if it were its argument;
// limited does so within a bound on memory, which applies to all that the command starts.
const (
	viaPipe = `eval "$(cat <&3 3<&-)" 3<&-`
	limited = `ulimit -v %d || exit 126; ` + viaPipe
)

// launch starts the command of s, its readers and its writers.
func (e *Executor) launch(s shell.Spec) (*run, error) {
	if err := checkDirectory(s.Dir); err != nil {
		return nil, err
	}
	bash, err := e.shellPath()
	if err != nil {
		return nil, err
	}
	now := e.settings.Load()
	r := &run{executor: e, spec: s, grace: now.GraceMs.Duration(),
		out:    output.NewCollector(now.limits(s.Output), &e.store),
		err:    output.NewCollector(now.limits(s.Output), &e.store),
		exited: make(chan struct{}), drained: make(chan struct{})}
	p := &plumbing{}
	defer p.closeTheirs()
	// The last argument is $0, whatever a sandbox makes of the first.
	c := process.Command{Path: bash, Args: []string{"bash", "-c", s.Command, "bash"}, Dir: s.Dir,
		Env: s.Env}
	c.Stdout, r.outR = p.output()
	c.Stderr, r.errR = p.output()
	if s.Stdin != nil {
		c.Stdin = p.input(r, *s.Stdin)
	}
	if script := indirect(s.Command, now.MaxMemoryBytes); script != "" {
		c.Args[2] = script
		c.Extra = []*os.File{p.input(r, s.Command)}
	}
	if err := p.err; err != nil {
		p.closeOurs()
		return nil, &process.Error{Code: process.CodeSpawn, Message: "make the pipes", Err: err}
	}
	err = e.begin(r, func() error {
		err := e.start(r, c)
		if err == nil {
			e.work.Add(1) // taken back by whoever settles the run
		}
		return err
	})
	if err != nil {
		p.closeOurs()
		return nil, err
	}
	r.flow()
	return r, nil
}

// indirect is the script that runs a command given through descriptor 3; empty when the command
// can be the script itself.
func indirect(command string, memory uint64) string {
	switch {
	case memory > 0:
		return fmt.Sprintf(limited, max(memory>>10, 1))
	case len(command) > scriptLimit:
		return viaPipe
	default:
		return ""
	}
}

// start starts the processes of a run.
func (e *Executor) start(r *run, c process.Command) error {
	var err error
	if e.sandbox == nil {
		r.tree, err = process.StartGroup(c)
	} else {
		r.tree, err = e.sandbox.Start(c, r.spec.Policy)
	}
	return err
}

// plumbing collects pipes and the first failure to make one.
type plumbing struct {
	ours, theirs []*os.File
	err          error
}

// output makes a pipe that the command writes and we read.
func (p *plumbing) output() (theirs, ours *os.File) {
	r, w, err := os.Pipe()
	if err != nil {
		p.err = errors.Join(p.err, err)
		return nil, nil
	}
	p.ours, p.theirs = append(p.ours, r), append(p.theirs, w)
	return w, r
}

// input makes a pipe that the command reads; what to write is left to the run.
func (p *plumbing) input(r *run, text string) *os.File {
	read, write, err := os.Pipe()
	if err != nil {
		p.err = errors.Join(p.err, err)
		return nil
	}
	p.ours, p.theirs = append(p.ours, write), append(p.theirs, read)
	r.feeds = append(r.feeds, feed{write, text})
	return read
}

func (p *plumbing) closeOurs()   { closeFiles(p.ours) }
func (p *plumbing) closeTheirs() { closeFiles(p.theirs) }

func closeFiles(list []*os.File) {
	for _, f := range list {
		_ = f.Close() // a pipe end: nothing can be lost
	}
}
