package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/spf13/cobra"
)

type runFlags struct {
	hostFlags
	compute, wall time.Duration
	memory        int64
	json, trace   bool
}

func newRun(s Streams) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run [flags] FILE|-",
		Short: "Run a TypeScript program over the preset's tools",
		Long: `run executes a program in the embedded sandbox. The program is the body of an
async function; it calls tools as await tools.name(args), and every call goes
through the same policy as a native one. What the program prints and returns is
printed: what a model would see.

Exit code 1 when the program fails; its kind of failure, its message and what it
had printed go to standard error.`,
		Example: `  dsh run examples/programs/inventory.ts
  echo 'return (await tools.read({file_path: "go.work"})).totalLines' | dsh run -`,
		Args:    cobra.ExactArgs(1),
		PreRunE: func(c *cobra.Command, _ []string) error { return f.positive(c) },
		RunE:    func(c *cobra.Command, args []string) error { return f.run(c.Context(), s, args[0]) },
	}
	f.register(c)
	c.Flags().DurationVar(&f.compute, "compute", 0, "how long the program itself may execute (default 1m0s)")
	c.Flags().DurationVar(&f.wall, "wall", 0, "how long it may take in all, waiting included (default 10m0s)")
	c.Flags().Int64Var(&f.memory, "memory", 0, "how much it may allocate, in MiB (default 512)")
	c.Flags().BoolVar(&f.json, "json", false, "print the canonical value: {logs, result}")
	c.Flags().BoolVar(&f.trace, "trace", false, "print the stages of every call to standard error, one JSON object a line")
	return c
}

// positive refuses budgets that are given and leave nothing.
func (f *runFlags) positive(c *cobra.Command) error {
	for _, budget := range []struct {
		flag  string
		given bool
	}{{"compute", f.compute > 0}, {"wall", f.wall > 0}, {"memory", f.memory > 0}} {
		if flag := c.Flags().Lookup(budget.flag); flag.Changed && !budget.given {
			return unusable(fmt.Errorf("--%s %s: a program needs more than nothing; leave the flag out for the default",
				flag.Name, flag.Value))
		}
	}
	return nil
}

func (f *runFlags) budgets() (coderuntime.Budgets, error) {
	b := coderuntime.Budgets{
		ComputeMs:   coderuntime.Milliseconds(float64(f.compute) / float64(time.Millisecond)),
		MaxWallMs:   coderuntime.Milliseconds(float64(f.wall) / float64(time.Millisecond)),
		MaxMemoryMb: coderuntime.Count(f.memory),
	}
	if err := b.WithDefaults().Validate(); err != nil {
		return b, unusable(errors.New(budgetFlags.Replace(err.Error())))
	}
	return b, nil
}

// budgetFlags are the names of the flags for those of the configuration.
var budgetFlags = strings.NewReplacer("computeMs", "--compute in ms", "maxWallMs", "--wall in ms", "maxMemoryMb", "--memory in MiB")

func (f *runFlags) run(ctx context.Context, s Streams, file string) (err error) {
	budgets, err := f.budgets()
	if err != nil {
		return err
	}
	code, err := readInput(ctx, s.In, file)
	if err != nil {
		return err
	}
	if err := checkUTF8(file, code); err != nil {
		return err
	}
	preset, err := f.load()
	if err != nil {
		return unusable(err)
	}
	if preset, err = builtin.WithPrograms(preset, builtin.Programs{Budgets: budgets}); err != nil {
		return err
	}
	run, err := f.startPreset(ctx, s, preset)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close(ctx)) }()
	o, err := f.dispatch(ctx, s, run, file, string(code))
	if err != nil {
		return err
	}
	return f.print(s.Out, o.Result)
}

// checkUTF8 refuses bytes that no text of a program can hold.
func checkUTF8(file string, code []byte) error {
	line, column := 1, 1
	for rest := code; len(rest) > 0; column++ {
		r, size := utf8.DecodeRune(rest)
		if r == utf8.RuneError && size == 1 {
			return unusable(fmt.Errorf("%s:%d:%d: the program is not UTF-8 text: save it as UTF-8", shown(file), line, column))
		}
		if r == '\n' {
			line, column = line+1, 0
		}
		rest = rest[size:]
	}
	return nil
}

// dispatch runs the program as the one call of a batch.
func (f *runFlags) dispatch(ctx context.Context, s Streams, run *running, file, code string) (*tools.Outcome, error) {
	arguments := jsonvalue.NewObject(
		jsonvalue.Member{Name: "code", Value: jsonvalue.String(code)},
		jsonvalue.Member{Name: "description", Value: jsonvalue.String("dsh run " + file)},
	)
	watch := newWatcher(s.Err, f.trace)
	defer watch.stop()
	result, err := run.host.Tools.Execute(ctx, &tools.Batch{
		Agent: run.agent.Identity, Trace: watch.see,
		Calls: []tools.RawCall{{CallID: "run", Name: tools.ReservedName, Arguments: arguments.Text()}},
	})
	if err != nil {
		return nil, &exitError{ExitFailed, err}
	}
	return &result.Outcomes[0], nil
}

func (f *runFlags) print(w io.Writer, r *tools.Result) error {
	if r.IsError() {
		return &exitError{ExitFailed, errors.New(r.Failure().Message())}
	}
	text := r.Content().Text()
	if f.json {
		text = r.Value().Text()
	}
	_, err := fmt.Fprintln(w, text)
	return written(err)
}
