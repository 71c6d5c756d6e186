package dshdriver

import (
	"context"
	"errors"
	"log/slog"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
)

// ReadFile runs the read tool as a plugin would register it.
func (*Driver) ReadFile(r conformance.ReadFile) (out conformance.ReadOutcome, err error) {
	w, err := newCallWorld(conformance.Scenario{})
	if err != nil {
		return out, err
	}
	defer func() { err = errors.Join(err, w.root.Close(context.Background())) }()
	defer w.cancel()
	files, err := fs.NewService(w.reg, slog.New(slog.DiscardHandler))
	if err != nil {
		return out, err
	}
	d, err := read.New(files, read.Config{
		ReadLimit: r.Config.Limit, ReadMaxLineLength: r.Config.MaxLineLength,
		ReadMaxBytes: r.Config.MaxBytes, ReadStreamMinSize: r.Config.StreamMinSize,
	})
	if err != nil {
		return out, err
	}
	if _, err := w.reg.Register(w.root, d); err != nil {
		return out, err
	}
	if err := w.mountExecutor(); err != nil {
		return out, err
	}
	o, err := first(w.reg.Execute(w.ctx, &tools.Batch{Calls: []tools.RawCall{{
		CallID: "call-1", Name: read.Name, Arguments: argumentText(r.Args),
	}}}))
	if err != nil {
		return out, err
	}
	got := outcome(o)
	return conformance.ReadOutcome{
		IsError: got.IsError, Code: got.Code, Message: got.Message,
		Value: got.Value, Rendered: o.Result.Content().Text(),
	}, nil
}
