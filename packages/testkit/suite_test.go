package testkit_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/google/go-cmp/cmp"
)

// six is an executor in six lines.
type six struct{ reg *tools.Registry }

func (e six) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations}, nil
}

func (e six) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return e.reg.RunBatch(ctx, b, nil)
}

func TestExecutorSuite(t *testing.T) {
	testkit.TestExecutor(t, func(reg *tools.Registry) (tools.Executor, error) { return six{reg}, nil })
}

// broken returns an executor with one fault.
func broken(fault string, reg *tools.Registry) tools.Executor {
	return &faulty{six{reg}, fault}
}

type faulty struct {
	six
	fault string
}

func (f *faulty) Describe(ctx context.Context, d tools.Describe) (tools.Description, error) {
	switch f.fault {
	case "declares nothing":
		return tools.Description{}, nil
	case "declares everything":
		var all []llm.ToolDeclaration
		for _, r := range d.Registry.Definitions(nil, nil) {
			all = append(all, r.Declaration())
		}
		return tools.Description{Tools: all}, nil
	}
	return f.six.Describe(ctx, d)
}

func (f *faulty) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	changed := *b
	switch f.fault {
	case "drops the set":
		changed.Set = nil
	case "drops the recorder":
		changed.Recorder = nil
	case "drops the bound":
		changed.MaxParallel = nil
	case "reverses the calls":
		changed.Calls = slices.Clone(b.Calls)
		slices.Reverse(changed.Calls)
	case "sheds its caller":
		ctx = context.WithoutCancel(ctx)
	case "abandons bodies":
		return f.abandon(ctx, &changed)
	case "runs one by one":
		return f.oneByOne(ctx, b)
	}
	return f.six.Execute(ctx, &changed)
}

// abandon answers as soon as the caller is gone.
func (f *faulty) abandon(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	done := make(chan *tools.BatchResult, 1)
	go func() {
		r, _ := f.six.Execute(ctx, b)
		done <- r
	}()
	select {
	case r := <-done:
		return r, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// oneByOne makes a batch of each call.
func (f *faulty) oneByOne(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	all := &tools.BatchResult{}
	for _, c := range b.Calls {
		one := *b
		one.Calls = []tools.RawCall{c}
		r, err := f.six.Execute(ctx, &one)
		if err != nil {
			return nil, err
		}
		all.Outcomes = append(all.Outcomes, r.Outcomes...)
		all.Contexts = append(all.Contexts, r.Contexts...)
		all.Concluded = r.Concluded
	}
	return all, nil
}

const faultVariable = "TESTKIT_EXECUTOR_FAULT"

// TestFaultyExecutor is run by TestSuiteFindsFaults with a fault in its
// environment; without one it runs the suite on a sound executor.
func TestFaultyExecutor(t *testing.T) {
	fault := os.Getenv(faultVariable)
	testkit.TestExecutor(
		t,
		func(reg *tools.Registry) (tools.Executor, error) { return broken(fault, reg), nil },
	)
}

// TestSuiteFindsFaults demands that each fault fails the clause about it.
func TestSuiteFindsFaults(t *testing.T) {
	for fault, clauses := range map[string][]string{
		"declares nothing":    {"describe_covers_every_tool"},
		"declares everything": {"describe_leaves_out_what_is_not_admitted", "describe_follows_restrictions"},
		"drops the recorder": {
			"one_pair_of_records_per_call", "skipped_calls_are_recorded", "a_failing_log_stops_the_batch",
		},
		"drops the bound": {"the_bound_holds"},
		"reverses the calls": {
			"one_outcome_per_call", "failures_are_results", "contexts_and_conclusion",
			"results_are_published_in_call_order",
		},
		"sheds its caller": {"cancelled_before", "a_cancelled_success_is_aborted"},
		"abandons bodies":  {"a_running_body_is_awaited"},
		"runs one by one":  {"safe_calls_overlap"},
	} {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			cases := "^(" + strings.Join(clauses, "|") + ")$"
			cmd := exec.CommandContext(
				t.Context(),
				os.Args[0],
				"-test.run=^TestFaultyExecutor$/"+cases,
				"-test.v",
			)
			cmd.Env = append(os.Environ(), faultVariable+"="+fault)
			output, err := cmd.CombinedOutput()
			if err == nil {
				t.Fatalf("the suite passes:\n%s", output)
			}
			var failed []string
			for line := range bytes.Lines(output) {
				if name, ok := strings.CutPrefix(string(line), "    --- FAIL: TestFaultyExecutor/"); ok {
					failed = append(failed, strings.Fields(name)[0])
				}
			}
			slices.Sort(failed)
			slices.Sort(clauses)
			if diff := cmp.Diff(clauses, failed); diff != "" {
				t.Errorf("failing clauses (-want +got):\n%s\n%s", diff, output)
			}
		})
	}
}
