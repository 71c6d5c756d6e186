package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
)

// workerScript runs the programs in worker threads of Node.
//
//go:embed beside/worker.mjs
var workerScript []byte

// engineModule is where the engine's own benchmark is: only there can the engine
// be used without its bridge.
var engineModule = filepath.Join("..", "packages", "core", "code-runtime", "quickjs", "internal", "engine")

// The floors of a call: a library in JavaScript without checks, answered at once
// or by another goroutine over a channel.
const (
	engineFloor     = "floor: the engine's own call, no bridge"
	engineElsewhere = "floor: … answered by another goroutine"
)

// script writes what the worker threads run.
func (s *suite) script() error {
	text, err := json.Marshal(map[string]any{"prelude": work.Prelude, "programs": work.Programs()})
	if err == nil {
		err = os.WriteFile(s.path("programs.json"), text, 0o644)
	}
	if err == nil {
		err = os.WriteFile(s.path("worker.mjs"), workerScript, 0o644)
	}
	return err
}

// engine runs the engine's own benchmarks: a thousand calls that nothing checks.
func (s *suite) engine() job {
	return job{
		name: "floor-engine", dir: engineModule, rows: engineRows,
		args: []string{
			s.path("engine.test"),
			"-test.run",
			"^$",
			"-test.benchtime",
			"0.3s",
			"-test.bench",
			"^BenchmarkCalls",
		},
	}
}

var engineLine = regexp.MustCompile(
	`(?m)^Benchmark(\w+)/(Floor|Elsewhere)\S*\s+\d+\s+([\d.]+) ns/op\s+([\d.]+) cpu-µs/op\s+(\d+) B/op\s+(\d+) allocs/op`,
)

var engineCases = map[string]string{
	"CallsSequential":     "code.calls1000.sequential",
	"CallsPromiseAll1000": "code.calls1000.promiseall",
}

var engineImpls = map[string]string{"Floor": engineFloor, "Elsewhere": engineElsewhere}

func engineRows(output []byte) ([]byte, error) {
	var rows []byte
	for _, m := range engineLine.FindAllSubmatch(output, -1) {
		id := engineCases[string(m[1])]
		if id == "" {
			continue
		}
		var figures [4]float64
		for i := range figures {
			figures[i], _ = strconv.ParseFloat(
				string(m[i+3]),
				64,
			) // the expression lets digits only pass
		}
		bytes, allocs := int64(figures[2]), int64(figures[3])
		text, err := rowText(meter.Row{
			Case: id, Impl: engineImpls[string(m[2])], NS: int64(figures[0]), CPU: int64(figures[1] * 1e3), Bytes: &bytes, Allocs: &allocs,
		})
		if err != nil {
			return nil, err
		}
		rows = append(rows, text...)
	}
	if rows == nil {
		return nil, fmt.Errorf("no figure in the output of the engine's benchmark:\n%s", output)
	}
	return rows, nil
}
