// Command bench measures this project beside floors and peers on the same work.
//
//	cd bench && GOWORK=off go run .            # our rows, JSON lines
//	cd bench && GOWORK=off go run . -quick     # the same in under a minute
//	cd bench && GOWORK=off go run . -beside    # rounds of everything, tables and charts
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
)

type options struct {
	quick, beside bool
	rounds        int
	only          *regexp.Regexp
	// out receives the files of a run; docs the pages made of it; from is a file
	// of rows that is reported in place of measuring; profile receives profiles.
	out, docs, from, profile string
}

func parseOptions() (options, error) {
	var o options
	var only string
	flag.BoolVar(&o.quick, "quick", false, "short samples: under 50 s for all of our rows")
	flag.BoolVar(
		&o.beside,
		"beside",
		false,
		"run floors and peers too, round by round, and write tables and charts",
	)
	flag.IntVar(&o.rounds, "rounds", 10, "rounds of -beside")
	flag.StringVar(&only, "only", "", "run only the jobs whose name matches this expression")
	flag.StringVar(
		&o.out,
		"out",
		"",
		"directory of -beside for rows, tables and charts (default: a new temporary one)",
	)
	flag.StringVar(
		&o.docs,
		"docs",
		"",
		"directory of performance.md, whose generated regions and charts are written anew",
	)
	flag.StringVar(&o.from, "from", "", "report the rows of this file in place of measuring")
	flag.StringVar(&o.profile, "profile", "", "directory for the processor profiles of our rows")
	flag.Parse()
	var err error
	o.only, err = regexp.Compile(only)
	return o, err
}

func main() {
	o, err := parseOptions()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench: -only:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	if !o.beside && o.from == "" {
		return ours(ctx, o)
	}
	var err error
	if o.out == "" {
		o.out, err = os.MkdirTemp("", "dsh-bench-out")
	} else {
		err = os.MkdirAll(o.out, 0o755)
	}
	if err != nil {
		return err
	}
	var failed error
	if o.from == "" {
		o.from = filepath.Join(o.out, "rows.jsonl")
		if failed = beside(ctx, o); ctx.Err() != nil {
			return failed
		}
	}
	if err := report(o); err != nil {
		return err
	}
	return failed
}

// ours prints our rows.
func ours(ctx context.Context, o options) error {
	s, err := newSuite(ctx, o)
	if err != nil {
		return err
	}
	defer s.close()
	return s.rows(ctx, s.ours(), os.Stdout)
}

// beside measures everything, round by round. The rows of jobs that did not fail
// are kept.
func beside(ctx context.Context, o options) error {
	s, err := newSuite(ctx, o)
	if err != nil {
		return err
	}
	defer s.close()
	return s.measure(ctx)
}
