package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/ask"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
)

// form puts a model's questions to an MCP client's user, all in one form. Forms are
// flat, and many clients know nothing but texts, choices and ticks: of a question
// that takes several options each option is a tick, and beside options there is a
// line for another answer.
type form struct{ peer *serve.Peer }

var _ ask.Asker = form{}

// Ask implements [ask.Asker].
func (f form) Ask(ctx context.Context, questions []ask.Question) ([]ask.Answer, error) {
	answer, err := f.peer.Elicit(ctx, formText(questions), formSchema(questions))
	if err != nil {
		return nil, err
	}
	if answer.Action != "accept" {
		return nil, &tools.Error{
			Name: "AskError", Code: ask.CodeUnavailable,
			Message: "the user did not answer: decide, and say what you assumed",
		}
	}
	answers := make([]ask.Answer, len(questions))
	for i, q := range questions {
		answers[i] = readAnswer(i, q, answer.Content)
	}
	return answers, nil
}

// formText is the questions with their options explained.
func formText(questions []ask.Question) string {
	var b strings.Builder
	for i, q := range questions {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(q.Question)
		for _, o := range q.Options {
			b.WriteString("\n- " + o.Label)
			if o.Description != "" {
				b.WriteString(": " + o.Description)
			}
		}
	}
	return b.String()
}

// Names of a form's members. Questions may have any id, so that they are counted.
func answerName(question int) string         { return fmt.Sprintf("answer%d", question+1) }
func optionName(question, option int) string { return fmt.Sprintf("answer%d_%d", question+1, option+1) }
func otherName(question int) string          { return fmt.Sprintf("other%d", question+1) }

func formSchema(questions []ask.Question) jsonvalue.Value {
	var members []jsonvalue.Member
	add := func(name, kind, title string, more ...jsonvalue.Member) {
		of := append([]jsonvalue.Member{
			{Name: "type", Value: jsonvalue.String(kind)}, {Name: "title", Value: jsonvalue.String(title)},
		}, more...)
		members = append(members, jsonvalue.Member{Name: name, Value: jsonvalue.NewObject(of...)})
	}
	for i, q := range questions {
		title := q.Header
		if title == "" {
			title = q.Question
		}
		switch {
		case len(q.Options) == 0:
			add(answerName(i), "string", title)
			continue
		case q.MultiSelect:
			for j, o := range q.Options {
				add(optionName(i, j), "boolean", o.Label)
			}
		default:
			var labels []jsonvalue.Value
			for _, o := range q.Options {
				labels = append(labels, jsonvalue.String(o.Label))
			}
			add(answerName(i), "string", title, jsonvalue.Member{Name: "enum", Value: jsonvalue.Array(labels...)})
		}
		add(otherName(i), "string", "Another answer")
	}
	return jsonvalue.NewObject(
		jsonvalue.Member{Name: "type", Value: jsonvalue.String("object")},
		jsonvalue.Member{Name: "properties", Value: jsonvalue.NewObject(members...)},
	)
}

// readAnswer finds a question's answer in the filled form.
func readAnswer(i int, q ask.Question, filled jsonvalue.Value) ask.Answer {
	a := ask.Answer{ID: q.ID, Selected: []string{}}
	given := func(name string) string {
		v, _ := filled.Get(name)
		text, _ := v.AsString()
		return strings.TrimSpace(text)
	}
	if len(q.Options) == 0 {
		a.Custom = given(answerName(i))
		return a
	}
	a.Custom = given(otherName(i))
	chosen, _ := filled.Get(answerName(i))
	label, _ := chosen.AsString()
	for j, o := range q.Options {
		ticked, _ := filled.Get(optionName(i, j))
		if yes, _ := ticked.AsBool(); yes || label == o.Label {
			a.Selected = append(a.Selected, o.Label)
		}
	}
	return a
}
