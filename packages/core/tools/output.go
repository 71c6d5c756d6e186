package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// contractError is a broken output contract on its way to a result.
type contractError struct{ failure *Failure }

func (c *contractError) Error() string { return c.failure.message }
func (c *contractError) Unwrap() error { return c.failure.cause }

func breach(tool, reasons string, cause error) error {
	f := invalidOutput(tool, reasons)
	f.cause = cause
	return &contractError{f}
}

// produced is what a body left: an error, or a value in the form of its door.
type produced struct {
	value any // what a raw body returned
	out   any // what a typed body returned
	err   error
}

// runBody validates the arguments and runs the body, whatever it does.
func (e *execution) runBody(ctx context.Context, reg *Registration, a *attempt) (p produced) {
	c := e.argumentsFor(reg, a)
	if c.failure != nil {
		return produced{err: &contractError{c.failure}}
	}
	defer contain("body", reg.def.Name, &p.err)
	if reg.def.typed != nil {
		a.in = c.in
		p.out, p.err = reg.def.typed.run(ctx, &a.exec, c.in)
		return p
	}
	p.value, p.err = reg.def.Execute(ctx, &a.exec)
	return p
}

// project validates the value of a successful body and renders it.
func (e *execution) project(ctx context.Context, reg *Registration, a *attempt, p produced) error {
	v, err := snapshot(reg, p)
	if err != nil {
		return err
	}
	r := &a.result
	if err := e.render(reg, r, v, a.in, p.out); err != nil {
		return err
	}
	if reg.def.ProjectContent == nil {
		return nil
	}
	content, err := projectContent(ctx, reg, &a.exec, v)
	switch {
	case err != nil:
		return breach(reg.def.Name, "projectContent failed: "+failureOf(err).message, err)
	case !losslessContent(content):
		return breach(reg.def.Name, "projectContent returned non-lossless JSON", nil)
	case content != nil:
		r.content = content
	}
	return nil
}

func projectContent(ctx context.Context, reg *Registration, x *Exec, v jsonvalue.Value) (c llm.Content, err error) {
	defer contain("projectContent", reg.def.Name, &err)
	return reg.def.ProjectContent(ctx, x, v)
}

// snapshot freezes what the body returned into the canonical value.
func snapshot(reg *Registration, p produced) (v jsonvalue.Value, err error) {
	if reg.def.typed != nil {
		v, err = encode(reg, p.out)
	} else {
		v, err = jsonvalue.From(p.value)
	}
	name := reg.def.Name
	switch lossy, _ := errors.AsType[*jsonvalue.Error](err); {
	case lossy != nil || err == nil && v.IsAbsent():
		return v, breach(name, "value is not lossless JSON", err)
	case err != nil:
		return v, breach(name, "value snapshot failed: "+failureOf(err).message, err)
	}
	return v, nil
}

func encode(reg *Registration, out any) (v jsonvalue.Value, err error) {
	defer contain("value", reg.def.Name, &err)
	return reg.def.typed.encode(out)
}

// rerender makes value the result's value as the tool that would run now sees
// it: validated, rendered and with its metadata (R63, R64).
func (e *execution) rerender(r *Result, value jsonvalue.Value) error {
	reg := e.executable()
	if reg == nil {
		return &contractError{unknownTool(e.call.name)}
	}
	e.enter(StageProject)
	r.content, r.meta = nil, jsonvalue.Value{}
	if value.IsAbsent() {
		return breach(reg.def.Name, "value is not lossless JSON", nil)
	}
	return e.render(reg, r, value, nil, nil)
}

// render fills r from a value. For a typed tool in and out are the decoded
// forms, nil where they must be decoded again.
func (e *execution) render(reg *Registration, r *Result, v jsonvalue.Value, in, out any) error {
	name := reg.def.Name
	if !reg.output.Valid(v) {
		return breach(name, joinViolations(reg.output.Violations(v, "value")), nil)
	}
	p := projector{reg: reg, args: e.call.args, value: v, in: in, out: out}
	content, err := p.content()
	if err != nil {
		return breach(name, "output.render failed: "+failureOf(err).message, err)
	}
	if !losslessContent(content) {
		return breach(name, "output.render returned non-lossless JSON", nil)
	}
	r.value, r.content = v, content
	if e.call.Nested() {
		return nil // metadata is for direct calls (R66)
	}
	r.meta, err = p.meta()
	if lossy, _ := errors.AsType[*jsonvalue.Error](err); lossy != nil {
		return breach(name, "output.presentationMeta returned non-lossless JSON", err)
	}
	if err != nil {
		return breach(name, "output.presentationMeta failed: "+failureOf(err).message, err)
	}
	return nil
}

// projector runs a tool's renderer and metadata function, contained.
type projector struct {
	reg         *Registration
	args, value jsonvalue.Value
	in, out     any
}

func (p *projector) content() (c llm.Content, err error) {
	defer contain("render", p.reg.def.Name, &err)
	if t := p.reg.def.typed; t != nil {
		if err := p.decode(t); err != nil {
			return nil, err
		}
		return t.render(p.in, p.out, p.value)
	}
	return p.reg.def.Output.Render(p.args, p.value)
}

func (p *projector) meta() (v jsonvalue.Value, err error) {
	defer contain("presentationMeta", p.reg.def.Name, &err)
	if t := p.reg.def.typed; t != nil {
		return t.meta(p.in, p.out)
	}
	if p.reg.def.Output.PresentationMeta == nil {
		return v, nil
	}
	return p.reg.def.Output.PresentationMeta(p.args, p.value)
}

func (p *projector) decode(t typedTool) (err error) {
	if p.in == nil {
		if p.in, err = t.decode(p.args); err != nil {
			return err
		}
	}
	if p.out == nil {
		p.out, err = t.decodeOut(p.value)
	}
	return err
}

func (e *execution) runFinalizer(reg *Registration, r *Result) (c llm.Content, err error) {
	defer contain("finalizeContent", reg.def.Name, &err)
	return reg.def.FinalizeContent(&e.call, r)
}

func joinViolations(vs []schema.Violation) string {
	texts := make([]string, len(vs))
	for i, v := range vs {
		texts[i] = v.Message
	}
	return strings.Join(texts, "; ")
}

// losslessContent reports whether content can be recorded exactly.
func losslessContent(c llm.Content) bool {
	for _, b := range c {
		switch b := b.(type) {
		case llm.Text:
			if !utf8.ValidString(b.Text) {
				return false
			}
		case llm.Image:
			if !utf8.ValidString(b.MediaType) {
				return false
			}
		default: // nil
			return false
		}
	}
	return true
}

func losslessContexts(messages []llm.Message) bool {
	for i := range messages {
		m := &messages[i]
		if !losslessContent(m.Content) || !utf8.ValidString(m.ID) ||
			!utf8.ValidString(m.Source.Kind) || !utf8.ValidString(m.Source.Name) {
			return false
		}
	}
	return true
}

// userContexts reports whether all are what a context is: a user-role message
// (R96).
func userContexts(messages []llm.Message) bool {
	for i := range messages {
		m := &messages[i]
		if m.Role != "" && m.Role != llm.RoleUser || len(m.ToolCalls) > 0 || m.ToolResult != nil {
			return false
		}
	}
	return true
}

// feedbackText is the message of a block: its text blocks by line, others by
// their type (R64).
func feedbackText(c llm.Content) string {
	if len(c) == 0 {
		return "tool result blocked by tools/post-execute"
	}
	lines := make([]string, len(c))
	for i, b := range c {
		switch b := b.(type) {
		case llm.Text:
			lines[i] = b.Text
		case llm.Image:
			lines[i] = "[image content]"
		default:
			lines[i] = fmt.Sprintf("[%T content]", b)
		}
	}
	return strings.Join(lines, "\n")
}

// logPanic reports a recovered panic with its stack. The error may be one
// whose own methods panic.
func (e *execution) logPanic(err error) {
	defer func() { _ = recover() }()
	where, value, stack, ok := panicked(err)
	if ok {
		e.reg.log.Error("panic in a tool call", "tool", e.call.name, "callId", e.call.id,
			"where", where, "panic", printed(value), "stack", string(stack))
	}
}

// panicked takes a recovered panic apart, ours or a listener's.
func panicked(err error) (where string, value any, stack []byte, ok bool) {
	defer func() {
		if recover() != nil { // the error's own methods panic
			ok = false
		}
	}()
	if p, ok := errors.AsType[*PanicError](err); ok {
		return p.Where, p.Value, p.Stack, true
	}
	if p, ok := errors.AsType[*event.PanicError](err); ok {
		return p.Event + " " + p.Label, p.Value, p.Stack, true
	}
	return "", nil, nil, false
}
