package conformance

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// jsonCase is a case of ptc-json: an expression as an argument and as the
// completion of a program.
type jsonCase struct {
	caseHead
	Expr       string  `json:"expr"`
	Argument   string  `json:"as_argument_property"`
	Completion string  `json:"as_completion"`
	JSON       *string `json:"json,omitzero"`
}

func jsonSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c jsonCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Expr, check: c.check}, errors.Join(
			field{"as_argument_property", c.Argument, []string{"accepted", "rejected"}}.check(),
			field{"as_completion", c.Completion, []string{"ok", "absent", "invalid-output"}}.check())
	})...), err
}

// echo is the fixture that takes any value.
func echo() []ProgramTool {
	parameters := &Object{Members: []Member{
		{"type", "object"}, {"properties", &Object{Members: []Member{{"value", &Object{}}}}},
	}}
	return []ProgramTool{{Name: "echo", Safe: true, Parameters: parameters, Output: &Object{}}}
}

func (c jsonCase) check(d Driver) error {
	got, err := d.RunProgram(Program{Code: "return " + c.Expr + ";", Tools: echo()})
	if err != nil {
		return err
	}
	if err := c.compareCompletion(got); err != nil {
		return fmt.Errorf("as completion: %w", err)
	}
	code := "try { await tools.echo({ value: " + c.Expr + " }); return 'accepted'; }\n" +
		"catch (e) { return e.name + ': ' + e.message; }"
	if got, err = d.RunProgram(Program{Code: code, Tools: echo()}); err != nil {
		return err
	}
	if err := c.compareArgument(got); err != nil {
		return fmt.Errorf("as argument: %w", err)
	}
	return nil
}

func (c jsonCase) compareCompletion(got ProgramOutcome) error {
	kind, message, _ := failureParts(got.Message)
	switch {
	case c.Completion == "invalid-output":
		if !got.IsError || kind != "invalid-output" {
			return fmt.Errorf("kind is %q, value %s, want invalid-output", kind, got.Result)
		}
		return nil
	case got.IsError:
		return fmt.Errorf("failed (%s): %s", kind, message)
	case c.Completion == "absent" && got.Result != "":
		return fmt.Errorf("result is %s, want none", got.Result)
	case c.Completion == "ok":
		return c.compareText(got.Result)
	}
	return nil
}

// compareText demands the same text up to the spelling of escapes: the same
// members in the same order.
func (c jsonCase) compareText(text string) error {
	if c.JSON == nil {
		return nil
	}
	want, err := parseTree(*c.JSON)
	if err != nil {
		return err
	}
	v, err := parseTree(text)
	if err != nil || !sameTree(v, want, true) {
		return fmt.Errorf("value is %s, want %s", text, *c.JSON)
	}
	return nil
}

// rejection is how a program sees a refused argument.
var rejection = regexp.MustCompile(`(?i)^ToolCallError: .*lossless`)

func (c jsonCase) compareArgument(got ProgramOutcome) error {
	if got.IsError {
		return errors.New(got.Message)
	}
	v, err := parseTree(got.Result)
	if err != nil {
		return err
	}
	answer, _ := v.(string)
	if c.Argument == "rejected" {
		if answer == "accepted" || len(got.Calls) > 0 {
			return fmt.Errorf("dispatched: %v", got.Calls)
		}
		if !rejection.MatchString(answer) {
			return fmt.Errorf("rejected with %q, want a ToolCallError about lossless JSON", answer)
		}
		return nil
	}
	if answer != "accepted" || len(got.Calls) != 1 {
		return fmt.Errorf("answered %q after %d calls", answer, len(got.Calls))
	}
	args, err := parseTree(got.Calls[0].Arguments)
	if err != nil {
		return err
	}
	o, _ := args.(*Object)
	value, _ := o.Get("value")
	return c.compareText(textOf(value))
}

// consoleCase is a case of ptc-console: the arguments of one console call.
type consoleCase struct {
	caseHead
	Args       string  `json:"args"`
	Line       *string `json:"line,omitzero"`
	LineLength *int    `json:"line_length,omitzero"`
	Tier       int     `json:"tier"`
}

func consoleSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases", "extra")
	return append(
		cases,
		each(slices.Concat(lists["cases"], lists["extra"]), func(c consoleCase) (vectorCase, error) {
			if c.Line == nil && c.LineLength == nil {
				return vectorCase{}, errors.New("the case expects no line")
			}
			return vectorCase{id: c.ID, reason: c.Args, check: c.check}, nil
		})...), err
}

func (c consoleCase) check(d Driver) error {
	got, err := d.RunProgram(Program{Code: "console.log(" + c.Args + ");"})
	switch {
	case err != nil:
		return err
	case got.IsError:
		return errors.New(got.Message)
	case len(got.Logs) != 1:
		return fmt.Errorf("%d log entries %q, want one", len(got.Logs), got.Logs)
	case c.LineLength != nil && len(got.Logs[0]) != *c.LineLength:
		return fmt.Errorf("the line has %d bytes, want %d", len(got.Logs[0]), *c.LineLength)
	case c.Line == nil || got.Logs[0] == *c.Line:
		return nil
	case c.Tier == 2 && got.Logs[0] != "":
		return fmt.Errorf("tier 2 accepts another readable line: %w", errors.ErrUnsupported)
	}
	return fmt.Errorf("line is %q\nwant    %q", got.Logs[0], *c.Line)
}
