package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/spf13/cobra"
)

const (
	// agentPreset is what an agent works with where nothing else is chosen.
	agentPreset      = "coding"
	agentPresetUsage = "preset `NAME`: what tools and policies to use (default " + agentPreset + ")"
	// agentSteps bounds a task that would not end.
	agentSteps = 100
)

type agentFlags struct {
	hostFlags
	model        modelFlags
	approvals    approvalFlags
	session      string
	recordTo     string
	resume, json bool
	maxSteps     int
}

func newAgent(s Streams) *cobra.Command {
	var f agentFlags
	c := &cobra.Command{
		Use:   "agent [flags] [TASK]",
		Short: "Give a task to an agent and watch it work",
		Long: `agent gives a task to a model and runs the tool calls that it answers with, each
through the whole pipeline, until the model asks for no more. The model's text
goes to standard output as it comes; calls and their results go to standard
error, and so do questions.

--model names a real model. Its key is read from the environment:
  openai/NAME      OPENAI_API_KEY
  anthropic/NAME   ANTHROPIC_API_KEY
  deepseek/NAME    DEEPSEEK_API_KEY
  ollama/NAME      no key
  compatible/NAME  DSH_API_KEY where the server wants one; needs --base-url
Without --model a script plays the model: that of --script, or an embedded one
that only says what it is.

Calls that need approval are put to the person at the terminal (--ask), allowed
(--yes), or refused (--never). The flag's policy is written into the session.
What needs approval is the preset's to say: in coding it is a call that wants to
leave the sandbox; what stays in the workspace runs unasked, also with --never.
Without a flag the policy of the session holds, or else that of the preset; where
there is no terminal nobody can be asked, and such calls are refused. Questions
that the model asks by itself go to the terminal, too.

The session is kept in memory, or with --session in a file that survives a
crash. --resume repairs such a file and goes on with it; TASK may be left out
when the model owes an answer.

--record writes a script of what the model answered, also when the task was not
completed. --script plays it again, on a workspace as it was at the beginning.

The first interrupt cancels the step and leaves a session that can be resumed;
the second leaves at once. Exit code 0 when the task was completed, 1 when it
ended otherwise, 2 for unusable input.`,
		Example: `  dsh agent --script examples/agent/fix-test.json --yes -C DIR "make the tests pass"
  dsh agent --model ollama/qwen3 --session s.jsonl "what does this module do?"
  dsh agent --model ollama/qwen3 --session s.jsonl --resume "and its tests?"`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), s, args) },
	}
	f.register(c)
	c.Flags().Lookup("preset").Usage = agentPresetUsage
	f.model.register(c)
	f.approvals.register(c)
	c.Flags().StringVar(&f.session, "session", "", "keep the session in `FILE`, one event a line")
	c.Flags().BoolVar(&f.resume, "resume", false, "go on with the session of --session")
	c.Flags().StringVar(&f.recordTo, "record", "", "write what the model answers to a new `FILE` that --script plays")
	c.Flags().IntVar(&f.maxSteps, "max-steps", agentSteps, "end the task after `N` steps; 0 for no limit")
	c.Flags().BoolVar(&f.json, "json", false, "print the session's events, one JSON object a line, as they happen")
	_ = c.MarkFlagFilename("session", "jsonl")
	_ = c.MarkFlagFilename("record", "json")
	return c
}

// task checks the command line and returns the task, empty for none.
func (f *agentFlags) task(args []string) (string, error) {
	task := strings.TrimSpace(strings.Join(args, " "))
	switch {
	case f.maxSteps < 0:
		return "", unusable(fmt.Errorf("--max-steps is %d: it must be 0 or more", f.maxSteps))
	case f.resume && f.session == "":
		return "", unusable(errors.New("--resume needs a session: name its file with --session"))
	case task == "" && !f.resume:
		return "", unusable(errors.New(`no task: say what to do, as in dsh agent "make the tests pass"`))
	}
	return task, nil
}

func (f *agentFlags) run(ctx context.Context, s Streams, args []string) (err error) {
	task, err := f.task(args)
	if err != nil {
		return err
	}
	model, err := f.model.open()
	if err != nil {
		return err
	}
	defer model.close()
	preset, err := f.loadForAgents()
	if err != nil {
		return err
	}
	asked, script, err := f.record(model)
	if err != nil {
		return unusable(err)
	}
	defer func() { err = errors.Join(err, script.write()) }()
	w := &agentWorld{model: asked, selection: model.selection, answers: f.approvals.answers(s)}
	if w.host, w.dir, err = f.startHost(ctx, s, w.answers.adapt(preset)); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.host.Close(ctx)) }()
	if w.log, err = f.openLog(context.WithoutCancel(ctx), s.Err, w.dir); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.log.Close(context.WithoutCancel(ctx))) }()
	return f.work(ctx, s, w, task)
}

// work creates the agent, gives it the task and shows what it does.
func (f *agentFlags) work(ctx context.Context, s Streams, w *agentWorld, task string) (err error) {
	w.view = newAgentView(s, f.json)
	defer w.view.stop()
	defer w.log.Observe(w.view.event)()
	a, loop, err := w.create(context.WithoutCancel(ctx), agentloop.Config{MaxSteps: f.maxSteps})
	if err != nil {
		return unusable(err)
	}
	defer func() { err = errors.Join(err, a.Close(context.WithoutCancel(ctx))) }()
	return errors.Join(f.take(ctx, s, loop, task), written(w.view.screen.failure()))
}

// take gives the task to the agent and takes its turn.
func (f *agentFlags) take(ctx context.Context, s Streams, loop *agentloop.Loop, task string) error {
	defer leaveAtSecondInterrupt(s.Err)()
	if task != "" {
		m := llm.UserMessage(task)
		m.Source = llm.Source{Kind: llm.SourceUser}
		if err := loop.Agent().Inbox().Post(m); err != nil {
			return unusable(err)
		}
	}
	outcome, err := loop.Turn(ctx)
	switch {
	case agentloop.CodeOf(err) == agentloop.CodeIdle:
		return unusable(errors.New("the session owes no answer: say what to do next"))
	case err != nil:
		return &exitError{ExitFailed, err}
	case outcome.Reason == session.EndCompleted:
		return nil
	}
	return &exitError{ExitFailed, ended(outcome)}
}

// ended says why a task was not completed.
func ended(o agentloop.Outcome) error {
	if o.Err != nil {
		return fmt.Errorf("the task ended after %d steps (%s): %w", o.Steps, o.Reason, o.Err)
	}
	return fmt.Errorf("the task ended after %d steps (%s)", o.Steps, o.Reason)
}
