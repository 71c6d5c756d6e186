package persistent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash/environ"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// ToolName is the name of the tool.
const ToolName = "bash"

// Args are the arguments of a call.
type Args struct {
	Command string `json:"command" description:"The command, as bash reads it."`
}

// description is what the model is told by default.
const description = "Run a command in your bash session. Directory, variables and functions stay " +
	"from call to call; calls wait for each other. Commands have no input: a program that asks " +
	"for something gets nothing, so give answers as options. A result that ends in " +
	"[exit code: N] failed. When a note says that the shell was ended, the next call starts a " +
	"fresh one in the workspace, with nothing of before."

// fresh is the note about a shell that is no more.
const fresh = "[the next call starts a fresh shell in the workspace]"

// Tool holds the shells of the agents. Make it with [New]; close it to end them.
type Tool struct {
	service *shell.Service
	config  Config

	mu       sync.Mutex
	closed   bool
	sessions map[string]*session
}

// New returns a tool without shells.
func New(s *shell.Service, c Config) *Tool {
	return &Tool{service: s, config: c, sessions: make(map[string]*session)}
}

// Definition is the tool for a registry.
func (t *Tool) Definition() (tools.Definition, error) {
	text := description
	if t.config.Description != nil {
		text = *t.config.Description
	}
	return tools.Define(tools.Tool[Args, string]{
		Name:        ToolName,
		Description: text,
		Execute:     t.execute,
		PresentCall: func(in Args) tools.CallView { return tools.TerminalCall{Title: in.Command} },
		Traits:      tools.Traits{Destructive: true, OpenWorld: true},
	})
}

// execute is the body.
func (t *Tool) execute(ctx context.Context, x *tools.Exec, in Args) (string, error) {
	switch {
	case strings.TrimSpace(in.Command) == "":
		return "", errors.New("command must be a non-empty string")
	case strings.Contains(in.Command, "\x00"):
		return "", errors.New("command must not contain a NUL character")
	case x.Agent() == nil:
		return "", errors.New("bash requires an owning agent session")
	}
	s, err := t.session(x.Agent().ID)
	if err != nil {
		return "", err
	}
	if err := s.lock(ctx); err != nil {
		return "", err
	}
	defer s.unlock()
	request, executor, err := t.request(ctx, x.Agent())
	if err != nil {
		return "", err
	}
	if err := s.open(ctx, executor, request); err != nil {
		return "", err
	}
	return t.run(ctx, s, in.Command)
}

// session finds the agent's session.
func (t *Tool) session(agent string) (*session, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, errors.New("the shell was shut down")
	}
	if t.sessions[agent] == nil {
		t.sessions[agent] = newSession()
	}
	return t.sessions[agent], nil
}

// request is what a fresh shell is started with.
func (t *Tool) request(ctx context.Context, a *tools.Agent) (shell.Request, shell.Executor, error) {
	e, ok := t.service.Executor(a)
	if !ok {
		return shell.Request{}, nil, errors.New("no shell executor is mounted for this agent")
	}
	policy, _ := t.service.Policy(e, a)
	managed, err := t.service.Env.Collect(ctx, environ.Call{Session: a.ID, Dir: a.Dir})
	return shell.Request{Dir: a.Dir, Policy: policy, Managed: managed}, e, err
}

// run has the session's shell run one command.
func (t *Tool) run(ctx context.Context, s *session, command string) (string, error) {
	limited, cancel := context.WithTimeoutCause(ctx, t.config.TimeoutMs.Duration(), errLimit)
	defer cancel()
	c := newCapture(newMark(), t.config.MaxOutputChars)
	what := endGone
	if err := s.send(limited, string(c.mark), command); err == nil || limited.Err() != nil {
		what = s.await(limited, c)
	}
	switch what {
	case endDone:
		return t.render(c, c.exitMarker()), nil
	case endLimit:
		line := fmt.Sprintf("[the command did not end within %v seconds; the shell was ended]",
			t.config.TimeoutMs/1000)
		return t.render(c, line, fresh), s.discard()
	case endCaller:
		return "", errors.Join(ctx.Err(), s.discard())
	default:
		exit, err := s.terminal.Wait()
		if closing := s.discard(); err == nil {
			err = closing
		}
		return t.render(c, exitLine(exit), fresh), err
	}
}

func (c *capture) exitMarker() string {
	if c.status == 0 {
		return ""
	}
	return fmt.Sprintf("[exit code: %d]", c.status)
}

// exitLine words the end of the shell itself.
func exitLine(e shell.Exit) string {
	if e.Signal != "" {
		return "[shell killed by signal: " + e.Signal + "]"
	}
	return fmt.Sprintf("[shell exited: code %d]", e.Code)
}

// render puts lines below the output.
func (t *Tool) render(c *capture, lines ...string) string {
	parts := []string{}
	if text := c.text(); text != "" {
		parts = append(parts, text)
	}
	if c.clipped {
		parts = append(parts, fmt.Sprintf("[output clipped after %d characters; write long output "+
			"to a file and search it with grep -n]", t.config.MaxOutputChars))
	}
	for _, line := range lines {
		if line != "" {
			parts = append(parts, line)
		}
	}
	return strings.Join(parts, "\n")
}

// Close ends every shell. A call under way ends first, as one whose shell is gone.
func (t *Tool) Close(ctx context.Context) error {
	t.mu.Lock()
	t.closed = true
	sessions := t.sessions
	t.sessions = nil
	t.mu.Unlock()
	var errs []error
	for _, s := range sessions {
		if err := s.lock(ctx); err != nil {
			errs = append(errs, err) // its call still runs; the executor ends it
			continue
		}
		errs = append(errs, s.discard())
		s.unlock()
	}
	return errors.Join(errs...)
}
