package session

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Format is a form that Export writes.
type Format string

// The export formats.
const (
	// FormatEvents is the log itself, one JSON object a line, the header first.
	FormatEvents Format = "events"
	// FormatMessages is a JSON array of the messages that a model would see.
	FormatMessages Format = "messages"
	// FormatMarkdown is the conversation for people.
	FormatMarkdown Format = "markdown"
)

// Formats lists the formats, for help texts and errors.
func Formats() []Format { return []Format{FormatEvents, FormatMessages, FormatMarkdown} }

// Export writes h in the given format.
func Export(w io.Writer, h History, f Format) error {
	switch f {
	case FormatEvents:
		return exportEvents(w, h)
	case FormatMessages:
		return exportMessages(w, h)
	case FormatMarkdown:
		return exportMarkdown(w, h)
	default:
		return fail(CodeRange, fmt.Sprintf("no export format is called %s; there are %v",
			quote(string(f)), Formats()))
	}
}

func exportEvents(w io.Writer, h History) error {
	out := bufio.NewWriter(w)
	line, err := AppendHeader(nil, h.Header)
	if err != nil {
		return err
	}
	_, _ = out.Write(line) // Flush reports the error
	for _, e := range h.Events {
		line = AppendLine(line[:0], e)
		_, _ = out.Write(line)
	}
	return out.Flush()
}

func exportMessages(w io.Writer, h History) error {
	out := bufio.NewWriter(w)
	err := json.MarshalWrite(out, h.Messages(), jsontext.WithIndent("  "))
	if err != nil {
		return &Error{Code: CodeLossy, Message: "the messages are not lossless JSON", Err: err}
	}
	_ = out.WriteByte('\n') // Flush reports the error
	return out.Flush()
}

func exportMarkdown(w io.Writer, h History) error {
	out := bufio.NewWriter(w)
	_, _ = fmt.Fprintf(out, "# Session %s\n", visible(h.Header.ID)) // Flush reports the error
	for _, m := range h.Messages() {
		_, _ = out.WriteString(markdown(m))
	}
	return out.Flush()
}

func markdown(m llm.Message) string {
	var b strings.Builder
	switch {
	case m.ToolResult != nil:
		state := "Result"
		if m.ToolResult.IsError {
			state = "Failed result"
		}
		fmt.Fprintf(&b, "\n%s of `%s`:\n\n%s", state, visible(m.ToolResult.CallID),
			fenced("", readable(m.ToolResult.Content)))
	default:
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", strings.ToUpper(string(m.Role[:1]))+string(m.Role[1:]),
			readable(m.Content))
		for _, call := range m.ToolCalls {
			fmt.Fprintf(&b, "\nCall `%s` of `%s`:\n\n%s", visible(call.ID), visible(call.Name),
				fenced("json", visibleLines(call.Arguments)))
		}
	}
	return b.String()
}

// readable is the text of content with what acts on a terminal made visible.
func readable(content llm.Content) string { return visibleLines(describe(content)) }

func visibleLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = visible(line)
	}
	return strings.Join(lines, "\n")
}

// fenced puts text in a code block whose fence is longer than any run of backticks in it.
func fenced(language, text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + language + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}
