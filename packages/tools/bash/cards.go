package bash

import (
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// meta is what a result card is made from, besides the text: facts, so that output which imitates
// a marker fools nobody (vector bash-044). It is recorded with foreground results only.
type meta struct {
	ExitCode *int    `json:"exitCode"`
	Signal   *string `json:"signal"`
	TimedOut bool    `json:"timedOut"`
}

func metaOf(value jsonvalue.Value) any {
	var v Foreground
	if err := value.Decode(&v); err != nil || v.Kind != KindForeground {
		return nil
	}
	return meta{v.ExitCode, v.Signal, v.TimedOut}
}

// presentCall is a terminal for a command, a generic card for a job.
func presentCall(in Args) tools.CallView {
	if in.RunInBackground {
		return tools.GenericCall{Title: in.Command, Kind: tools.KindExecute, RawInput: in.Command,
			Content: llm.TextContent(in.Description)}
	}
	return tools.TerminalCall{Title: in.Command, Description: in.Description, Cwd: in.Workdir}
}

// presentResult needs exactly one text; anything else gets the generic card of the host.
func presentResult(in Args, r tools.Presented) tools.ResultView {
	if len(r.Content) != 1 {
		return nil
	}
	text, ok := r.Content[0].(llm.Text)
	if !ok {
		return nil
	}
	var m meta
	if r.IsError || in.RunInBackground || r.Meta.IsAbsent() || r.Meta.Decode(&m) != nil {
		return tools.GenericResult{Content: llm.TextContent(fence(text.Text))}
	}
	view := tools.TerminalResult{Output: text.Text}
	switch {
	case m.Signal != nil:
		view.Signal = *m.Signal
	case m.ExitCode != nil:
		view.ExitCode = m.ExitCode
	}
	return view
}

// fence wraps text into a console block that the text itself cannot close.
func fence(text string) string {
	marks := "```"
	for strings.Contains(text, marks) {
		marks += "`"
	}
	return marks + "console\n" + strings.TrimRight(text, "\n") + "\n" + marks
}
