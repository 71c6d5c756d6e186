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
	out           string
}

func main() {
	var o options
	var only string
	flag.BoolVar(&o.quick, "quick", false, "short samples: under 50 s for all rows")
	flag.BoolVar(&o.beside, "beside", false, "run floors and peers too, round by round, and write tables and charts")
	flag.IntVar(&o.rounds, "rounds", 10, "rounds of -beside")
	flag.StringVar(&only, "only", "", "run only the jobs whose name matches this expression")
	flag.StringVar(&o.out, "out", "", "directory of -beside for rows.jsonl, the table and the charts (default: a new temporary one)")
	flag.Parse()
	var err error
	if o.only, err = regexp.Compile(only); err != nil {
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
	dir, err := os.MkdirTemp("", "dsh-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	s := &suite{options: o, bin: dir}
	if err := s.prepare(ctx); err != nil {
		return err
	}
	if !o.beside {
		return s.rows(ctx, s.ours(), os.Stdout)
	}
	if o.out == "" {
		if o.out, err = os.MkdirTemp("", "dsh-bench-out"); err != nil {
			return err
		}
		s.out = o.out
	}
	if err := s.measure(ctx); err != nil {
		return err
	}
	return report(filepath.Join(o.out, "rows.jsonl"), o.out)
}
