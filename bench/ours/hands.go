package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/bench/internal/meter"
	"github.com/dsh-go/dsh/bench/internal/work"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// hands is the coding preset over a directory.
type hands struct {
	host  *host.Host
	agent *tools.Agent
}

func newHands(dir string, rows ...presets.Row) *hands {
	preset, err := builtin.Named("coding")
	check(err)
	h, err := host.Start(ctx, preset.With(rows...), host.Options{})
	check(err)
	a, err := h.NewAgent(ctx, "bench", dir, nil)
	check(err)
	return &hands{h, a.Identity}
}

func (h *hands) call(name, arguments string) *tools.Result {
	out := runBatch(
		h.host.Tools,
		&tools.Batch{
			Agent: h.agent,
			Calls: []tools.RawCall{{CallID: "1", Name: name, Arguments: arguments}},
		},
	)
	return out[0].Result
}

func (h *hands) close() { check(h.host.Close(ctx)) }

// benchBash measures commands: unconfined as the floor is, and confined.
func benchBash() {
	dir, err := os.MkdirTemp("", "bench")
	check(err)
	defer os.RemoveAll(dir)
	command := func(text string) string { return fmt.Sprintf(`{"command":%q,"description":"bench"}`, text) }
	h := newHands(dir,
		presets.Row{Plugin: "shell-local", Config: []byte(`{"sandbox": null}`)},
		presets.Row{Plugin: "sandbox-modes", Disabled: true})
	meter.Bench("bash.true", impl, meter.Quick, func() { h.call("bash", command("true")) })
	meter.Bench(
		"bash.out1m",
		impl,
		meter.Quick,
		func() { h.call("bash", command(`head -c 1000000 /dev/zero | tr "\0" x`)) },
	)
	h.close()
	meter.Memory("memory.bash", impl)
	h = newHands(dir)
	meter.Bench(
		"bash.true",
		impl+", confined",
		meter.Quick,
		func() { h.call("bash", command("true")) },
	)
	h.close()
}

// benchFiles measures windows of large files.
func benchFiles() {
	h := newHands(filepath.Dir(work.Fixture("read10m.txt")))
	read := func(file string, offset, limit int) func() {
		args := fmt.Sprintf(
			`{"file_path":%q,"offset":%d,"limit":%d}`,
			work.Fixture(file),
			offset,
			limit,
		)
		return func() { h.call("read", args) }
	}
	meter.Bench("fs.read10m", impl, meter.Quick, read("read10m.txt", 1, 2000))
	meter.Bench("fs.read11m.streamed", impl, meter.Quick, read("read11m.txt", 1, 2000))
	meter.Bench("fs.read10m.last", impl, meter.Quick, read("read10m.txt", 120_000, 100))
	h.close()
	meter.Memory("memory.fs", impl)
}

// benchSearch measures searches of 50,000 files.
func benchSearch() {
	h := newHands(work.Fixture("tree"))
	meter.Bench(
		"search.grep.needle",
		impl,
		meter.Slow,
		func() { h.call("grep", `{"pattern":"NEEDLE_TOKEN"}`) },
	)
	meter.Bench(
		"search.grep.regex5000",
		impl,
		meter.Slow,
		func() { h.call("grep", `{"pattern":"line 4 of file [0-9]*7:"}`) },
	)
	meter.Bench(
		"search.glob.go",
		impl,
		meter.Slow,
		func() { h.call("glob", `{"pattern":"**/*.go"}`) },
	)
	h.close()
	meter.Memory("memory.search", impl)
}
