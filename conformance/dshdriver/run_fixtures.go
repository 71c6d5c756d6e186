package dshdriver

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// fixture is a tool of the program suite: its schemas are the file's, its name
// says what it does.
func (w *programWorld) fixture(t conformance.ProgramTool) (tools.Definition, error) {
	parameters, err := native(t.Parameters)
	if err != nil {
		return tools.Definition{}, err
	}
	output, err := native(t.Output)
	if err != nil {
		return tools.Definition{}, err
	}
	st := tools.SchemaTool{
		Name: t.Name, Description: "A fixture of the suite.",
		Execute: func(ctx context.Context, x *tools.Exec, args jsonvalue.Value) (any, error) {
			return w.act(ctx, t.Name, args)
		},
		Render: func(_, value jsonvalue.Value) (llm.Content, error) { return renderFixture(t.Name, value), nil },
	}
	if st.Parameters, err = jsonvalue.From(parameters); err != nil {
		return tools.Definition{}, err
	}
	if st.Output, err = jsonvalue.From(output); err != nil {
		return tools.Definition{}, err
	}
	if t.Safe {
		st.ConcurrencySafe = func(jsonvalue.Value) bool { return true }
	}
	return tools.DefineSchema(st)
}

func renderFixture(name string, value jsonvalue.Value) llm.Content {
	switch name {
	case "snap":
		text, _ := value.AsString()
		return llm.Content{
			llm.Text{Text: "image " + text},
			llm.Image{MediaType: "image/png", Data: []byte{1}},
		}
	case "deep_back":
		return llm.TextContent("deep")
	}
	return llm.TextContent(value.Text())
}

func text(args jsonvalue.Value, name string) string {
	v, _ := args.Get(name)
	s, _ := v.AsString()
	return s
}

func float(args jsonvalue.Value, name string, otherwise float64) float64 {
	v, ok := args.Get(name)
	n, isNumber := v.AsNumber()
	if !ok || !isNumber {
		return otherwise
	}
	f, _ := n.Float64()
	return f
}

// act is the body of a fixture.
func (w *programWorld) act(ctx context.Context, name string, args jsonvalue.Value) (any, error) {
	value, hasValue := args.Get("value")
	switch name {
	case "echo", "deep_back":
		if !hasValue {
			return nil, nil
		}
		return value, nil
	case "add":
		return jsonvalue.Float(float(args, "a", 0) + float(args, "b", 0))
	case "fail":
		return nil, errors.New(text(args, "message"))
	case "big":
		return strings.Repeat("x", int(float(args, "bytes", 0))), nil
	case "snap":
		return text(args, "name"), nil
	case "noted":
		return text(args, "note"), nil
	case "my-mcp-tool":
		return "mcp:" + text(args, "q"), nil
	case "__proto__":
		return "proto-tool", nil
	case "constructor":
		return "ctor-tool", nil
	case "depth":
		return depthOf(value), nil
	case "denied":
		return "not denied", nil
	}
	return w.timed(ctx, name, args)
}

// timed are the traced fixtures, which take time.
func (w *programWorld) timed(ctx context.Context, name string, args jsonvalue.Value) (any, error) {
	switch name {
	case "sleep_ms":
		tag := text(args, "tag")
		defer w.traced(name, tag)()
		wait(ctx, float(args, "ms", 0))
		if tag == "" {
			tag = "slept"
		}
		return tag, nil
	case "read_safe":
		path := text(args, "path")
		defer w.traced(name, path)()
		wait(ctx, float(args, "ms", 20))
		if strings.HasPrefix(path, "missing") {
			return nil, errors.New("not found: " + path)
		}
		if content, ok := w.Files[path]; ok {
			return content, nil
		}
		return "content of " + path, nil
	case "write_exclusive":
		path := text(args, "path")
		defer w.traced(name, path)()
		wait(ctx, float(args, "ms", 20))
		var o jsonvalue.Object
		o.Set("path", path)
		o.Set("bytes", len(text(args, "text")))
		return o, nil
	}
	return nil, fmt.Errorf("the driver has no fixture %q", name)
}

// wait waits, or stops waiting when the context ends.
func wait(ctx context.Context, ms float64) {
	t := time.NewTimer(conformance.Milliseconds(ms))
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}

// traced enters a traced body and returns what ends it.
func (w *programWorld) traced(name, tag string) (end func()) {
	label := name + ":" + tag
	w.mu.Lock()
	defer w.mu.Unlock()
	w.live++
	w.peak = max(w.peak, w.live)
	w.trace = append(w.trace, "start "+label)
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.live--
		w.trace = append(w.trace, "end "+label)
	}
}

// depthOf follows first elements down and counts the containers.
func depthOf(v jsonvalue.Value) (depth int) {
	for v.Kind() == jsonvalue.KindArray || v.Kind() == jsonvalue.KindObject {
		depth++
		if v.Len() == 0 {
			return depth
		}
		if v.Kind() == jsonvalue.KindArray {
			v = v.Index(0)
		} else {
			v = v.MemberAt(0).Value
		}
	}
	return depth
}

// listen mounts the fixture's policies: one that denies, one that notes.
func (w *programWorld) listen() error {
	type nextDecision = event.Next[*tools.Call, tools.Decision]
	type nextPost = event.Next[*tools.Inspection, tools.PostDecision]
	return errors.Join(
		w.reg.Events.PreExecute.On(
			w.root,
			func(ctx context.Context, c *tools.Call, n nextDecision) (tools.Decision, error) {
				if c.Name() == "denied" {
					return tools.Deny("policy says no"), nil
				}
				return n.Do(ctx)
			},
		),
		w.reg.Events.PostExecute.On(
			w.root,
			func(ctx context.Context, i *tools.Inspection, n nextPost) (tools.PostDecision, error) {
				if i.Call.Name() != "noted" {
					return n.Do(ctx)
				}
				return tools.Accept().WithContexts(
					labelledContext("note:" + text(i.Call.Arguments(), "note")),
				), nil
			},
		),
	)
}
