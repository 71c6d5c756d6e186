package fstest

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/tools"
)

const observeName = "fstest_observe"

type observeArguments struct {
	Path string `json:"path"`
}

// Observe makes the agent see the file at path as it is now, or that there is none, also where the
// tool `read` would refuse it.
func (w *World) Observe(path string) {
	w.TB.Helper()
	if _, ok := w.Registry.Get(observeName, w.Agent.Key, nil); !ok {
		d, err := tools.Define(tools.Tool[observeArguments, string]{
			Name: observeName, Description: "Records an observation.", Execute: w.observe,
		})
		check(w.TB, err)
		_, err = w.Registry.Register(w.Root, d)
		check(w.TB, err)
	}
	if r := w.Call(observeName, observeArguments{Path: path}); r.IsError() {
		w.TB.Fatal(r.Failure().Message())
	}
}

func (w *World) observe(ctx context.Context, x *tools.Exec, a observeArguments) (string, error) {
	place, err := w.Files.Place(x.Call, w.Dir)
	if err != nil {
		return "", err
	}
	target, err := place.Resolve(ctx, a.Path, place.Dir)
	if err != nil {
		return "", err
	}
	info, err := place.Stat(ctx, target)
	if err != nil {
		return "", err
	}
	w.Files.Saw(ctx, x.Call, target, info.Version)
	return "seen", nil
}
