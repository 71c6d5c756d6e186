package bash

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// render turns a value into what the model reads (tools §3.3).
func render(value jsonvalue.Value) llm.Content {
	if id, ok := value.Get("jobId"); ok {
		name, _ := id.AsString()
		return llm.TextContent("started background job " + name)
	}
	var v Foreground
	if err := value.Decode(&v); err != nil {
		return llm.TextContent(value.Text()) // a value replaced by policy, valid all the same
	}
	return llm.TextContent(v.text())
}

// text is stdout, then stderr, then the markers.
func (v Foreground) text() string {
	var b strings.Builder
	b.WriteString(v.Stdout.text())
	if v.Stderr.Text != "" {
		endLine(&b)
		b.WriteString("[stderr]\n")
		b.WriteString(v.Stderr.text())
	}
	if b.Len() == 0 {
		b.WriteString("(no output)")
	}
	for _, marker := range v.markers() {
		endLine(&b)
		b.WriteString(marker)
	}
	return b.String()
}

// endLine begins a new line unless the text is at the beginning of one.
func endLine(b *strings.Builder) {
	if s := b.String(); s != "" && !strings.HasSuffix(s, "\n") {
		b.WriteByte('\n')
	}
}

// text is the kept part of a stream; when it is not all, a line names where all of it is.
func (s Stream) text() string {
	if !s.Truncated {
		return s.Text
	}
	return s.Text + "\n" + truncation(s.SpillPath)
}

func truncation(paths ...string) string {
	var known []string
	for _, path := range paths {
		if path != "" {
			known = append(known, path)
		}
	}
	if len(known) == 0 {
		known = []string{"(unavailable)"}
	}
	return "[output truncated; full output: " + strings.Join(known, ", ") + "]"
}

// markers are the lines about how the command ended, in their order.
func (v Foreground) markers() []string {
	var list []string
	if c := v.Sandbox; c != nil && c.Denied {
		list = append(list, denial(c.Mode))
		if hint := hint(c.Mode); hint != "" {
			list = append(list, hint)
		}
	}
	if v.TimedOut {
		list = append(list, fmt.Sprintf("[timed out after %vms]", shell.Millis(v.TimeoutMs)))
	}
	switch {
	case v.Signal != nil:
		list = append(list, "[killed by signal: "+*v.Signal+"]")
	case v.ExitCode != nil && *v.ExitCode != 0:
		list = append(list, fmt.Sprintf("[exit code: %d]", *v.ExitCode))
	}
	return list
}

func denial(mode sandbox.Mode) string {
	return "[sandbox: file access denied under " + string(mode) + " mode]"
}

// hint tells how to ask for more; empty when there is nothing wider.
func hint(mode sandbox.Mode) string {
	var wider []string
	for _, m := range sandbox.Modes() {
		if m.WiderThan(mode) {
			wider = append(wider, `"`+string(m)+`"`)
		}
	}
	if len(wider) == 0 {
		return ""
	}
	return "[sandbox: if the command needs this, repeat it once with sandbox_permissions " +
		strings.Join(wider, " or ") + " and a justification]"
}

// delta renders what a background command printed since it was last read.
func delta(d shell.Delta) string {
	var b strings.Builder
	b.WriteString(d.Stdout)
	if d.Stderr != "" {
		endLine(&b)
		b.WriteString("[stderr]\n")
		b.WriteString(d.Stderr)
	}
	if d.Lossy {
		endLine(&b)
		b.WriteString(truncation(d.StdoutSpill, d.StderrSpill))
	}
	if d.Notice != "" {
		endLine(&b)
		b.WriteString(d.Notice)
	}
	return b.String()
}
