package ptc

import (
	"errors"
	"fmt"
	"strings"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

const noOutput = "(run_code completed with no output)"

// successText is what the model reads of a program that ended well: what it
// printed, then what it returned; empty parts vanish (P106). An absent result
// is undefined.
func successText(logs []string, result jsonvalue.Value) string {
	printed, returned := strings.Join(logs, "\n"), resultText(result)
	switch {
	case printed == "" && returned == "":
		return noOutput
	case printed == "":
		return returned
	case returned == "":
		return printed
	}
	return printed + "\n" + returned
}

// resultText shows a string verbatim and anything else as indented JSON (P107).
func resultText(result jsonvalue.Value) string {
	if result.IsAbsent() {
		return ""
	}
	if s, ok := result.AsString(); ok {
		return s
	}
	return indent(result.Text())
}

// maxExpanded is how many levels of containers are expanded: members deeper
// than ten columns are written compactly.
const maxExpanded = 5

// indent lays compact JSON text out: two spaces a level, one item a line, the
// sixth level and everything below it compact. It walks the text once, without
// recursion, and its output is linear in the input (P107).
func indent(text string) string {
	var b strings.Builder
	b.Grow(len(text) + len(text)/4)
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"':
			end := stringEnd(text, i)
			b.WriteString(text[i:end])
			i = end - 1
		case '{', '[':
			b.WriteByte(c)
			if text[i+1] == c+2 { // the closing bracket follows at once
				b.WriteByte(text[i+1])
				i++
				continue
			}
			depth++
			newline(&b, depth, depth)
		case '}', ']':
			newline(&b, depth, depth-1)
			depth--
			b.WriteByte(c)
		case ',':
			b.WriteByte(c)
			newline(&b, depth, depth)
		case ':':
			b.WriteByte(c)
			if depth <= maxExpanded {
				b.WriteByte(' ')
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// newline starts a line inside an expanded container.
func newline(b *strings.Builder, container, columns int) {
	if container > maxExpanded {
		return
	}
	b.WriteByte('\n')
	for range columns {
		b.WriteString("  ")
	}
}

// stringEnd returns the index behind the string that starts at i.
func stringEnd(text string, i int) int {
	for i++; text[i] != '"'; i++ {
		if text[i] == '\\' {
			i++
		}
	}
	return i + 1
}

// runFailed is the failure of a program (P111).
func runFailed(r coderuntime.Result) error {
	message := fmt.Sprintf("code run failed (%s): %s", r.Failure.Kind, r.Failure.Message)
	if len(r.Logs) > 0 {
		message += "\nCaptured output:\n" + strings.Join(r.Logs, "\n")
	}
	return &tools.Error{Name: "CodeRunFailedError", Code: CodeRunFailed, Message: message}
}

// unreadable says why a result is no value here.
func unreadable(err error) string {
	if e, ok := errors.AsType[*jsonvalue.Error](err); ok && e.Code == jsonvalue.CodeDepth {
		return fmt.Sprintf("the result is nested deeper than %d levels: return it flatter, or as text", jsonvalue.MaxTextDepth)
	}
	return "the result is not lossless JSON: " + err.Error()
}

// canonical is the value of a program that ended well: its log and, unless it
// returned undefined, its result (P105).
func canonical(r coderuntime.Result) (jsonvalue.Value, error) {
	logs := make([]jsonvalue.Value, len(r.Logs))
	for i, entry := range r.Logs {
		v, err := jsonvalue.NewString(entry)
		if err != nil {
			return jsonvalue.Value{}, err
		}
		logs[i] = v
	}
	members := []jsonvalue.Member{{Name: "logs", Value: jsonvalue.Array(logs...)}}
	if r.Value != "" {
		v, err := valueOf(r.Value)
		if err != nil { // of what a runtime lets through
			return v, runFailed(coderuntime.Result{Logs: r.Logs, Failure: &coderuntime.Failure{
				Kind: coderuntime.KindInvalidOutput, Message: unreadable(err)}})
		}
		members = append(members, jsonvalue.Member{Name: "result", Value: v})
	}
	return jsonvalue.NewObject(members...), nil
}
