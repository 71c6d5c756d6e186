package dshdriver

import (
	"context"
	"errors"
	"strings"

	"github.com/dsh-go/dsh/conformance"
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

// given is a runtime that returns what it was given.
type given struct{ result coderuntime.Result }

func (given) Language() string            { return "typescript" }
func (given) Isolation() string           { return "none" }
func (given) Close(context.Context) error { return nil }
func (g given) Run(context.Context, coderuntime.Request) (coderuntime.Result, error) {
	return g.result, nil
}

// RenderRun runs a program whose runtime returns the result.
func (*Driver) RenderRun(r conformance.RunResult) (out conformance.Outcome, err error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return out, err
	}
	root := scope.NewRoot("case")
	defer func() { err = errors.Join(err, root.Close(context.Background())) }()
	g := given{coderuntime.Result{Logs: append([]string{}, r.Logs...), Value: r.Result}}
	if r.Kind != "" {
		g.result.Failure = &coderuntime.Failure{Kind: coderuntime.Kind(r.Kind), Message: r.Message}
	}
	var runtimes ptc.Runtimes
	if _, err := runtimes.Provide(root, coderuntime.Runtime(g)); err != nil {
		return out, err
	}
	if _, err := ptc.Mount(root, ptc.Services{Registry: reg, Runtimes: &runtimes}, ptc.Config{}); err != nil {
		return out, err
	}
	o, err := first(reg.Execute(context.Background(), &tools.Batch{
		Calls: []tools.RawCall{{CallID: "call-1", Name: tools.ReservedName, Arguments: programArguments}},
	}))
	if err != nil {
		return out, err
	}
	return outcome(o), nil
}

// StringBytes is the ledger's cost of a string.
func (*Driver) StringBytes(text string) (int64, error) { return coderuntime.StringBytes(text), nil }

// StringPrefix is the ledger's cut of a string.
func (*Driver) StringPrefix(text string, limit int64) (string, error) {
	return coderuntime.StringPrefix(text, limit), nil
}

// ValueBytes is the room that the ledger needs for the value, in the text that a
// program's engine gives it.
func (*Driver) ValueBytes(json string) (int64, error) {
	v, err := jsonvalue.ParseString(json)
	if err != nil {
		return 0, err
	}
	text := string(v.Canonical())
	for filler := 1000; filler > 0; filler-- {
		l := coderuntime.NewLedger(1000)
		l.Log(strings.Repeat("x", filler))
		if room := l.Room(); !l.Over() && l.Value(text).Failure == nil {
			return room, nil
		}
	}
	return 0, errors.New("the value is longer than the ledgers here")
}

// SDKText is the executor's text. Names that the registry refuses, but that the
// renderer must spell, get the executor's prose and the renderer's block.
func (d *Driver) SDKText(list []conformance.DeclaredTool) (string, error) {
	var registrations []*tools.Registration
	for _, t := range list {
		r, err := registration(t)
		if refusal, ok := errors.AsType[*tools.Error](err); ok && refusal.Code == tools.CodeBadName {
			return d.oddText(list)
		}
		if err != nil {
			return "", err
		}
		registrations = append(registrations, r)
	}
	return ptc.SDK(registrations), nil
}

func (d *Driver) oddText(list []conformance.DeclaredTool) (string, error) {
	empty, block := ptc.SDK(nil), tstypes.Block(nil)
	declarations, err := d.Declarations(list)
	if err != nil {
		return "", err
	}
	return empty[:len(empty)-len(block)-len("\n```")] + declarations + "\n```", nil
}

func registration(t conformance.DeclaredTool) (*tools.Registration, error) {
	d := labelled(t.Name, t.Description)
	for _, part := range []struct {
		raw  any
		into *jsonvalue.Value
	}{{t.Parameters, &d.Parameters}, {t.Output, &d.Output.Schema}} {
		given, err := native(part.raw)
		if err != nil {
			return nil, err
		}
		if *part.into, err = jsonvalue.From(given); err != nil {
			return nil, err
		}
	}
	return tools.Compile(d)
}
