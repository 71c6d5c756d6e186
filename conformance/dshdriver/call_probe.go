package dshdriver

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// probe is the fixture tool of the scenario.
func (w *callWorld) probe() (tools.Definition, error) {
	params, err := schema.Parameters(schema.Props(schema.Prop("n", schema.Integer()).Required()))
	if err != nil {
		return tools.Definition{}, err
	}
	output, err := schema.Value(schema.String())
	if err != nil {
		return tools.Definition{}, err
	}
	d, err := tools.DefineSchema(tools.SchemaTool{
		Name: conformance.ProbeName, Description: "the fixture of the suite", Parameters: params, Output: output,
		Execute: w.body, Render: w.render, Timeout: time.Duration(w.TimeoutMs) * time.Millisecond,
	})
	if err != nil {
		return d, err
	}
	if !w.IsTyped() {
		d.Arguments = nil
	}
	if w.Meta != "" {
		d.Output.PresentationMeta = w.meta
	}
	if w.Finalize != "" {
		d.FinalizeContent = w.finalize
	}
	return d, nil
}

// body does what the scenario says, after it has done what a body may do early.
func (w *callWorld) body(ctx context.Context, x *tools.Exec, args jsonvalue.Value) (any, error) {
	w.note("body")
	w.mu.Lock()
	w.attempts++
	attempt := w.attempts
	own := w.own
	w.mu.Unlock()
	if w.Defer {
		x.DeferContext(labelledContext("tool"))
	}
	if w.Conclude {
		x.ConcludeTurn()
	}
	w.abort("body")
	for _, cancel := range own {
		cancel()
	}
	return w.act(ctx, attempt, args)
}

func (w *callWorld) act(ctx context.Context, attempt int, args jsonvalue.Value) (any, error) {
	switch w.Body {
	case "throw":
		return nil, errors.New("disk on fire")
	case "throw-coded":
		return nil, coded("QUOTA", "quota gone")
	case "throw-text":
		panic("plain text")
	case "throw-record":
		panic(record{Message: "record message", Code: "FORGED"})
	case "throw-opaque":
		panic(opaque{w.Texts.Failure})
	case "throw-hostile":
		return nil, hostile{}
	case "throw-once":
		if attempt == 1 {
			return nil, errors.New(w.Texts.Failure)
		}
		return "second", nil
	case "wrong-type":
		return 42, nil
	case "lossy":
		return math.NaN(), nil
	case "hang-until-abort":
		<-ctx.Done()
	case "hang-until-abort-throw":
		<-ctx.Done()
		return nil, errors.New(w.Texts.Failure)
	case "unregister-self":
		w.unregister()
		return "gone", nil
	}
	return "v" + printed(args), nil
}

// record is a value that looks like a coded error and is none.
type record struct{ Message, Code string }

// opaque is a value that prints as its text.
type opaque struct{ text string }

// String returns the text.
func (o opaque) String() string { return o.text }

// hostile is an error that cannot be inspected.
type hostile struct{}

// Error panics.
func (hostile) Error() string { panic("inspection fails") }

// printed is the argument n as the body concatenates it.
func printed(args jsonvalue.Value) string {
	n, ok := args.Get("n")
	if !ok {
		return "undefined"
	}
	if text, ok := n.AsString(); ok {
		return text
	}
	return n.Text()
}

// lossyContent is content that JSON text cannot hold.
func lossyContent() llm.Content { return llm.Content{llm.Text{Text: "\xff"}} }

func (w *callWorld) render(_, value jsonvalue.Value) (llm.Content, error) {
	switch w.Render {
	case "throw":
		return nil, errors.New("render broke")
	case "lossy":
		return lossyContent(), nil
	}
	text, _ := value.AsString()
	return llm.TextContent("R:" + text), nil
}

func (w *callWorld) meta(_, _ jsonvalue.Value) (jsonvalue.Value, error) {
	switch w.Meta {
	case "throw":
		return jsonvalue.Value{}, errors.New("meta broke")
	case "lossy":
		return jsonvalue.From(map[string]any{"m": math.NaN()})
	}
	return jsonvalue.NewObject(jsonvalue.Member{Name: "m", Value: jsonvalue.Int(1)}), nil
}

func (w *callWorld) finalize(_ *tools.Call, r *tools.Result) (llm.Content, error) {
	w.note("finalize:" + kindOf(r))
	switch w.Finalize {
	case "replace":
		return llm.TextContent("final"), nil
	case "throw":
		return nil, errors.New("finalizer broke")
	case "lossy":
		return lossyContent(), nil
	}
	return nil, nil
}

// labelledContext is a context whose text is its label.
func labelledContext(label string) llm.Message {
	return llm.Message{
		Role: llm.RoleUser, Content: llm.TextContent(label),
		Source: llm.Source{Kind: llm.SourcePlugin, Name: "conformance"},
	}
}

// contentLabels are the text blocks, and "[image]" for images.
func contentLabels(c llm.Content) []string {
	var labels []string
	for _, b := range c {
		if t, ok := b.(llm.Text); ok {
			labels = append(labels, t.Text)
			continue
		}
		labels = append(labels, "[image]")
	}
	return labels
}

// labelledContent is content with those labels.
func labelledContent(labels []string) llm.Content {
	c := llm.Content{}
	for _, l := range labels {
		if l == "[image]" {
			c = append(c, llm.Image{MediaType: "image/png", Data: []byte{1}})
			continue
		}
		c = append(c, llm.Text{Text: l})
	}
	return c
}
