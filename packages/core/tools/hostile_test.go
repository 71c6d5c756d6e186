package tools_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

func nothing(context.Context, *tools.Exec) (any, error) { return "ok", nil }

type hostileError struct{}

func (hostileError) Error() string { panic("error text") }

type unwrapBomb struct{}

func (unwrapBomb) Error() string { return "bomb" }
func (unwrapBomb) Unwrap() error { panic("unwrap") }

// Whatever a tool or listener does, the call ends with one coded or plain
// failure, and the process lives.
func TestHostileTools(t *testing.T) {
	boom := func(context.Context, *tools.Exec) (any, error) { panic("boom") }
	for _, tt := range []struct {
		name    string
		change  func(*tools.Definition)
		code    tools.Code
		message string
	}{
		{"panicking body", func(d *tools.Definition) { d.Execute = boom }, tools.CodePanic, "boom"},
		{"nil map write", func(d *tools.Definition) {
			d.Execute = func(context.Context, *tools.Exec) (any, error) {
				var m map[string]int
				m["a"] = 1 //lint:ignore SA5000 the panic is what is tested
				return nil, nil
			}
		}, tools.CodePanic, "assignment to entry in nil map"},
		{"panicking error text", func(d *tools.Definition) {
			d.Execute = func(context.Context, *tools.Exec) (any, error) { return nil, hostileError{} }
		}, "", "<unprintable thrown value>"},
		{"panicking unwrap", func(d *tools.Definition) {
			d.Execute = func(context.Context, *tools.Exec) (any, error) { return nil, unwrapBomb{} }
		}, "", "<unprintable thrown value>"},
		{"nil error in panic", func(d *tools.Definition) {
			d.Execute = func(context.Context, *tools.Exec) (any, error) { panic(nil) } //nolint:govet
		}, tools.CodePanic, ""},
		{"lossy value", func(d *tools.Definition) {
			d.Execute = func(context.Context, *tools.Exec) (any, error) { return "\xff", nil }
		}, tools.CodeInvalidOutput, "value is not lossless JSON"},
		{"struct value", func(d *tools.Definition) {
			d.Execute = func(context.Context, *tools.Exec) (any, error) { return struct{ A int }{1}, nil }
		}, tools.CodeInvalidOutput, "value is not lossless JSON"},
		{"cyclic value", func(d *tools.Definition) {
			d.Execute = func(context.Context, *tools.Exec) (any, error) {
				m := map[string]any{}
				m["me"] = m
				return m, nil
			}
		}, tools.CodeInvalidOutput, "value is not lossless JSON"},
		{"panicking renderer", func(d *tools.Definition) {
			d.Output.Render = func(_, _ jsonvalue.Value) (llm.Content, error) { panic("render") }
		}, tools.CodeInvalidOutput, "output.render failed: render"},
		{"nil block", func(d *tools.Definition) {
			d.Output.Render = func(_, _ jsonvalue.Value) (llm.Content, error) { return llm.Content{nil}, nil }
		}, tools.CodeInvalidOutput, "output.render returned non-lossless JSON"},
		{"panicking metadata", func(d *tools.Definition) {
			d.Output.PresentationMeta = func(_, _ jsonvalue.Value) (jsonvalue.Value, error) { panic("meta") }
		}, tools.CodeInvalidOutput, "output.presentationMeta failed: meta"},
		{"panicking projector", func(d *tools.Definition) {
			d.ProjectContent = func(context.Context, *tools.Exec, jsonvalue.Value) (llm.Content, error) { panic("project") }
		}, tools.CodeInvalidOutput, "projectContent failed: project"},
		{"panicking finalizer", func(d *tools.Definition) {
			d.FinalizeContent = func(*tools.Call, *tools.Result) (llm.Content, error) { panic("final") }
		}, "", "final"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			d := rawTool("hostile", nothing)
			tt.change(&d)
			w.register(d)
			r := w.call(t.Context(), "hostile", "{}")
			if !r.IsError() || r.Failure().Code() != tt.code || !strings.Contains(r.Failure().Message(), tt.message) {
				t.Errorf("got %v code %q message %q, want code %q and %q",
					r.IsError(), r.Failure().Code(), r.Failure().Message(), tt.code, tt.message)
			}
		})
	}
}

func TestHostileListeners(t *testing.T) {
	for _, tt := range []struct {
		name string
		set  func(*world) error
		code tools.Code
	}{
		{"pre-execute panics", func(w *world) error {
			return w.reg.Events.PreExecute.On(w.root, func(context.Context, *tools.Call, event.Next[*tools.Call, tools.Decision]) (tools.Decision, error) {
				panic("pre")
			})
		}, tools.CodePanic},
		{"pre-execute gives no decision", func(w *world) error {
			return w.reg.Events.PreExecute.On(w.root, func(context.Context, *tools.Call, event.Next[*tools.Call, tools.Decision]) (d tools.Decision, err error) {
				return d, nil
			})
		}, tools.CodeNoDecision},
		{"guard panics", func(w *world) error {
			return undoOnly(w.reg.Guard(w.root, func(*tools.Call) (string, bool) { panic("guard") }))
		}, tools.CodePanic},
		{"wrapper panics", func(w *world) error {
			return w.reg.Events.Execute.On(w.root, func(context.Context, *tools.Call, event.Next[*tools.Call, *tools.Result]) (*tools.Result, error) {
				panic("wrap")
			})
		}, tools.CodePanic},
		{"wrapper returns nothing", func(w *world) error {
			return w.reg.Events.Execute.On(w.root, func(context.Context, *tools.Call, event.Next[*tools.Call, *tools.Result]) (*tools.Result, error) {
				return nil, nil
			})
		}, ""},
		{"post-execute panics", func(w *world) error {
			return w.reg.Events.PostExecute.On(w.root, func(context.Context, *tools.Inspection, event.Next[*tools.Inspection, tools.PostDecision]) (tools.PostDecision, error) {
				panic("post")
			})
		}, tools.CodePanic},
		{"post-execute gives no decision", func(w *world) error {
			return w.reg.Events.PostExecute.On(w.root, func(context.Context, *tools.Inspection, event.Next[*tools.Inspection, tools.PostDecision]) (d tools.PostDecision, err error) {
				return d, nil
			})
		}, tools.CodeNoDecision},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.register(rawTool("tool", nothing))
			must(t, tt.set(w))
			r := w.call(t.Context(), "tool", "{}")
			if !r.IsError() || r.Failure().Code() != tt.code {
				t.Errorf("got error %v code %q, want code %q", r.IsError(), r.Failure().Code(), tt.code)
			}
		})
	}
}

func TestObserverIsContained(t *testing.T) {
	w := newWorld(t)
	w.register(rawTool("tool", nothing))
	var seen int
	must(t, w.reg.Events.Result.On(w.root, func(context.Context, *tools.Outcome) error { panic("observer") }))
	must(t, w.reg.Events.Result.On(w.root, func(context.Context, *tools.Outcome) error { return errors.New("observer") }))
	must(t, w.reg.Events.Result.On(w.root, func(context.Context, *tools.Outcome) error { seen++; return nil }))
	if r := w.call(t.Context(), "tool", "{}"); r.IsError() || seen != 1 {
		t.Errorf("error %v, later observer ran %d times, want success and 1", r.IsError(), seen)
	}
}

func TestDeepAndOddArguments(t *testing.T) {
	deep := strings.Repeat("[", 9999) + strings.Repeat("]", 9999)
	w := newWorld(t)
	w.register(echoTool(t, "echo"))
	raw := rawTool("raw", func(_ context.Context, x *tools.Exec) (any, error) { return x.Arguments(), nil })
	w.register(raw)
	for _, tt := range []struct{ name, tool, arguments, message string }{
		{"9,999 levels", "raw", `{"a":` + deep + `}`, ""},
		{"empty text", "raw", "", ""},
		{"white space is not JSON", "echo", " ", `invalid arguments: "arguments" must be an object`},
		{"not JSON", "echo", "{oops", `invalid arguments: "arguments" must be an object`},
		{"out of range", "raw", `{"n":1e400}`, "tool execution arguments must be losslessly JSON-serializable"},
		{"negative zero", "raw", `{"n":-0}`, "tool execution arguments must be losslessly JSON-serializable"},
		{"invalid UTF-8", "raw", "{\"s\":\"\xff\"}", "tool execution arguments must be losslessly JSON-serializable"},
		{"too deep", "raw", strings.Repeat("[", 10001) + strings.Repeat("]", 10001), "tool execution arguments must be losslessly JSON-serializable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := w.call(t.Context(), tt.tool, tt.arguments)
			got := ""
			if r.IsError() {
				got = r.Failure().Message()
			}
			if got != tt.message {
				t.Errorf("got failure %q, want %q", got, tt.message)
			}
		})
	}
}

func codeOf(err error) string {
	if coded, ok := errors.AsType[tools.Coded](err); ok {
		return coded.ErrorCode()
	}
	return string(schema.CodeOf(err))
}

func TestRefusedRegistrations(t *testing.T) {
	w := newWorld(t)
	w.register(rawTool("taken", nothing))
	for _, tt := range []struct {
		name   string
		change func(*tools.Definition)
		code   string
	}{
		{"no renderer", func(d *tools.Definition) { d.Output.Render = nil }, "BAD_TOOL_DEFINITION"},
		{"no body", func(d *tools.Definition) { d.Execute = nil }, "BAD_TOOL_DEFINITION"},
		{"no output schema", func(d *tools.Definition) { d.Output.Schema = jsonvalue.Value{} }, "UNSUPPORTED_SCHEMA"},
		{"negative budget", func(d *tools.Definition) { d.Timeout = -1 }, "BAD_TOOL_DEFINITION"},
		{"reserved name", func(d *tools.Definition) { d.Name = "run_code" }, "BAD_TOOL_NAME"},
		{"empty name", func(d *tools.Definition) { d.Name = "" }, "BAD_TOOL_NAME"},
		{"rest entry", func(d *tools.Definition) { d.Name = "<unlisted-tools>" }, "BAD_TOOL_NAME"},
		{"blank in name", func(d *tools.Definition) { d.Name = "a b" }, "BAD_TOOL_NAME"},
		{"long name", func(d *tools.Definition) { d.Name = strings.Repeat("a", 65) }, "BAD_TOOL_NAME"},
		{"duplicate", func(d *tools.Definition) { d.Name = "taken" }, "DUPLICATE_TOOL"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := rawTool("fresh", nothing)
			tt.change(&d)
			_, err := w.reg.Register(w.root, d)
			if got := codeOf(err); got != tt.code {
				t.Errorf("got %v, want code %s", err, tt.code)
			}
		})
	}
	if got := len(w.reg.Definitions(nil, nil)); got != 1 {
		t.Errorf("%d tools are registered after the refusals, want 1", got)
	}
}

// A number that its Go type cannot hold is an argument error that says what fits.
func TestOverflowIsAnArgumentError(t *testing.T) {
	w := newWorld(t)
	d, err := tools.Define(tools.Tool[struct {
		N int8 `json:"n"`
	}, string]{
		Name: "small", Description: "Takes a small number.",
		Execute: func(context.Context, *tools.Exec, struct {
			N int8 `json:"n"`
		}) (string, error) {
			return "", nil
		},
	})
	must(t, err)
	w.register(d)
	r := w.call(t.Context(), "small", `{"n":300}`)
	if r.Failure().Code() != tools.CodeInvalidArgs || !strings.HasPrefix(r.Failure().Message(), `invalid arguments: "n": expected`) {
		t.Errorf("got %+v", r.Failure())
	}
}
