package ask

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Option is one answer to choose.
type Option struct {
	Label       string `json:"label" description:"What is chosen, in a few words."`
	Description string `json:"description,omitzero" description:"What choosing it means."`
}

// Question is one question.
type Question struct {
	ID       string `json:"id" description:"Identifies the question in the answers."`
	Question string `json:"question" description:"The question itself."`
	Header   string `json:"header,omitzero" description:"A heading of one or two words."`
	// Options may be empty: then the answer is free text.
	Options     []Option `json:"options,omitempty" description:"Answers to choose from. A free answer is always possible."`
	MultiSelect bool     `json:"multi_select,omitzero" description:"Whether several options may be chosen."`
}

// Answer is the answer to one question: chosen labels, free text, or both.
type Answer struct {
	ID       string   `json:"id"`
	Selected []string `json:"selected"`
	Custom   string   `json:"custom,omitzero"`
}

// Asker puts questions to a person. Ask returns one answer for each question, soon
// after ctx is done at the latest. Safe for concurrent use.
type Asker interface {
	Ask(ctx context.Context, questions []Question) ([]Answer, error)
}

// Askers says which asker serves which agent: the nearest one.
type Askers = scope.Slot[Asker]

// Codes of failures.
const (
	// CodeDelegated: an agent that works for another may not ask.
	CodeDelegated tools.Code = "DELEGATED_CALLER"
	// CodeNotLive: the calling agent is not alive.
	CodeNotLive tools.Code = "CALLER_NOT_LIVE"
	// CodeUnavailable: nobody can be asked here.
	CodeUnavailable tools.Code = "ASK_UNAVAILABLE"
	// CodeInvalid: the questions cannot be asked as they are.
	CodeInvalid tools.Code = "INVALID_QUESTIONS"
	// CodeBadAnswer: the asker answered something else than what was asked.
	CodeBadAnswer tools.Code = "INVALID_ANSWER"
)

func failure(code tools.Code, format string, args ...any) *tools.Error {
	return &tools.Error{Name: "AskError", Code: code, Message: fmt.Sprintf(format, args...)}
}

// check refuses questions that could not be answered unambiguously.
func check(questions []Question) error {
	if len(questions) == 0 {
		return failure(CodeInvalid, "questions must contain at least one question")
	}
	seen := map[string]bool{}
	for _, q := range questions {
		switch {
		case strings.TrimSpace(q.ID) == "" || strings.TrimSpace(q.Question) == "":
			return failure(CodeInvalid, "each question needs a non-empty id and question")
		case seen[q.ID]:
			return failure(CodeInvalid, "two questions have the id %q", q.ID)
		}
		seen[q.ID] = true
		labels := map[string]bool{}
		for _, o := range q.Options {
			if strings.TrimSpace(o.Label) == "" || labels[o.Label] {
				return failure(CodeInvalid, "question %q: option labels must be non-empty and different", q.ID)
			}
			labels[o.Label] = true
		}
	}
	return nil
}

// match puts answers into the order of the questions and refuses what was not
// asked.
func match(questions []Question, answers []Answer) ([]Answer, error) {
	if len(answers) != len(questions) {
		return nil, failure(CodeBadAnswer, "there are %d answers to %d questions", len(answers), len(questions))
	}
	matched := make([]Answer, len(questions))
	for i, q := range questions {
		at := slices.IndexFunc(answers, func(a Answer) bool { return a.ID == q.ID })
		if at < 0 {
			return nil, failure(CodeBadAnswer, "question %q has no answer", q.ID)
		}
		a := answers[at]
		if len(a.Selected) > 1 && !q.MultiSelect {
			return nil, failure(CodeBadAnswer, "question %q takes one option, not %d", q.ID, len(a.Selected))
		}
		for _, label := range a.Selected {
			if !slices.ContainsFunc(q.Options, func(o Option) bool { return o.Label == label }) {
				return nil, failure(CodeBadAnswer, "question %q has no option %q", q.ID, label)
			}
		}
		if a.Selected == nil {
			a.Selected = []string{}
		}
		matched[i] = a
	}
	return matched, nil
}
