package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/spf13/cobra"
)

type callFlags struct {
	hostFlags
	executor string
	parallel int
	trace    bool
}

func newCall(s Streams) *cobra.Command {
	var f callFlags
	c := &cobra.Command{
		Use:   "call [flags] [FILE|-]",
		Short: "Run a batch of tool calls and print one result a line",
		Long: `call reads a batch of tool calls and runs it through the whole pipeline.

The batch is a JSON array of calls or one call a line:
  {"callId": "1", "name": "read", "arguments": {"file_path": "README.md"}}
callId is optional; arguments is an object or a text of JSON. Without FILE, or
with -, the batch is read from standard input.

One JSON object is printed for each call, in call order: callId, name, isError,
error, value, content, meta, additionalContexts, each where it exists.

Exit code 0 when the batch ran, also with failed calls; 1 for a rejected batch;
2 for unusable input. An interrupt cancels the calls that run, and still every
call gets its line; one that comes while the batch is read ends the command with
130, and nothing has run.`,
		Example: `  dsh call examples/first-batch.json
  echo '{"name":"read","arguments":{"file_path":"go.work"}}' | dsh call --trace`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return f.run(c.Context(), s, args) },
	}
	f.register(c)
	c.Flags().StringVar(&f.executor, "executor", "native",
		"`NAME` of what takes the calls: native, ptc (only run_code), or both")
	_ = c.RegisterFlagCompletionFunc("executor",
		cobra.FixedCompletions([]string{"native", "ptc", "both"}, cobra.ShellCompDirectiveNoFileComp))
	c.Flags().IntVar(&f.parallel, "parallel", tools.DefaultMaxParallel, "how many tool bodies may run at once, `N` ≥ 1")
	c.Flags().BoolVar(&f.trace, "trace", false, "add the stages that each call went through")
	return c
}

func (f *callFlags) run(ctx context.Context, s Streams, args []string) (err error) {
	if f.parallel < 1 {
		return unusable(fmt.Errorf("--parallel is %d: it must be 1 or more", f.parallel))
	}
	calls, err := readCalls(ctx, s.In, args)
	if err != nil {
		return err
	}
	preset, err := f.chosen()
	if err != nil {
		return err
	}
	run, err := f.startPreset(ctx, s, preset)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close(ctx)) }()
	var trace stageLog
	batch := &tools.Batch{
		Calls: calls, Agent: run.agent.Identity,
		MaxParallel: func() int { return f.parallel },
	}
	if f.trace {
		batch.Trace = trace.add
	}
	result, err := run.host.Tools.Execute(ctx, batch)
	if err != nil {
		return &exitError{ExitFailed, fmt.Errorf("the batch was rejected: %w", err)}
	}
	for i := range result.Outcomes {
		o := &result.Outcomes[i]
		if err := writeOutcome(s.Out, o, trace.of(o.Call)); err != nil {
			return written(fmt.Errorf("write results: %w", err))
		}
	}
	return nil
}

// chosen is the preset with the executor that was asked for.
func (f *callFlags) chosen() (presets.Preset, error) {
	p, err := f.load()
	if err != nil {
		return p, unusable(err)
	}
	switch f.executor {
	case "native":
		return p, nil
	case "ptc", "both":
		return builtin.WithPrograms(p, builtin.Programs{AlsoDirect: f.executor == "both"})
	}
	return p, unusable(fmt.Errorf("--executor is %q: it must be native, ptc or both", f.executor))
}

func readCalls(ctx context.Context, in io.Reader, args []string) ([]tools.RawCall, error) {
	name := first(args)
	text, err := readInput(ctx, in, name)
	if err != nil {
		return nil, err
	}
	return readBatch(shown(name), text)
}

// stageLog collects the stages of each call. Calls report concurrently.
type stageLog struct {
	mu     sync.Mutex
	stages map[*tools.Call][]tools.Stage
}

func (l *stageLog) add(c *tools.Call, s tools.Stage) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.stages == nil {
		l.stages = map[*tools.Call][]tools.Stage{}
	}
	l.stages[c] = append(l.stages[c], s)
}

func (l *stageLog) of(c *tools.Call) []tools.Stage {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.stages[c]
}
