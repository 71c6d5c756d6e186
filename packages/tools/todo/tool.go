package todo

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Name is the tool's name.
const Name = "todo_write"

const description = "Keep a list of the steps of the task at hand, for work that takes several. " +
	"Each call replaces the whole list. Mark a step in_progress when you begin it and completed as soon " +
	"as it is done."

// Status is how far a step is.
type Status string

// The statuses.
const (
	Pending    Status = "pending"
	InProgress Status = "in_progress"
	Completed  Status = "completed"
)

// Item is one step.
type Item struct {
	Content string `json:"content" description:"What is to be done."`
	Status  Status `json:"status" enum:"pending,in_progress,completed"`
}

// Arguments are the arguments of a call.
type Arguments struct {
	Todos []Item `json:"todos" description:"The complete list, in order."`
}

// Counts says how many steps have which status.
type Counts struct {
	Pending    int `json:"pending"`
	InProgress int `json:"inProgress"`
	Completed  int `json:"completed"`
}

// Value is the canonical value of a call: the list as it is recorded.
type Value struct {
	Todos  []Item `json:"todos"`
	Counts Counts `json:"counts"`
}

// Config configures the tool.
type Config struct {
	// AllowParallelInProgress lets several steps be in progress at once. Mandatory:
	// it is a choice about how the model is to work.
	AllowParallelInProgress *bool `json:"allowParallelInProgress,omitempty"`
}

// Validate refuses a configuration without the choice.
func (c Config) Validate() error {
	if c.AllowParallelInProgress == nil {
		return &tools.Error{
			Name: "ConfigError", Code: CodeConfig,
			Message: "allowParallelInProgress is missing: set it to true or false",
		}
	}
	return nil
}

// Codes of failures.
const (
	// CodeConfig: the configuration lacks a choice.
	CodeConfig tools.Code = "TODO_CONFIG"
	// CodeInvalid: the list is not one that can be kept.
	CodeInvalid tools.Code = "INVALID_TODOS"
	// CodeNoAgent: the call belongs to no live agent, whose session could keep the
	// list.
	CodeNoAgent tools.Code = "TODO_NO_AGENT"
	// CodeRecord: the session log would not take the list.
	CodeRecord tools.Code = "TODO_NOT_RECORDED"
)

// New returns the definition of the tool for the agents of the list.
func New(agents *agent.Agents, c Config) (tools.Definition, error) {
	if err := c.Validate(); err != nil {
		return tools.Definition{}, err
	}
	t := &tool{agents, *c.AllowParallelInProgress}
	return tools.Define(tools.Tool[Arguments, Value]{
		Name: Name, Description: description, Execute: t.execute, Render: render,
		Meta:          func(_ Arguments, v Value) any { return v },
		PresentCall:   func(Arguments) tools.CallView { return tools.GenericCall{Title: "Update the task list"} },
		PresentResult: presentResult,
		Traits:        tools.Traits{Idempotent: true},
	})
}

type tool struct {
	agents   *agent.Agents
	parallel bool
}

func (t *tool) execute(ctx context.Context, x *tools.Exec, in Arguments) (Value, error) {
	a, ok := t.agents.Of(x.Agent())
	if !ok {
		return Value{}, failure(CodeNoAgent, "todo_write requires an owning agent session")
	}
	v, err := t.check(in.Todos)
	if err != nil {
		return Value{}, err
	}
	record := session.Record{Type: session.TypeTodoWrite, Data: written{Todos: v.Todos}}
	if _, err := a.Log().Append(context.WithoutCancel(ctx), record); err != nil {
		e := failure(CodeRecord, "the list could not be recorded")
		e.Err = err
		return Value{}, e
	}
	return v, nil
}

// check trims and counts the list.
func (t *tool) check(items []Item) (Value, error) {
	v := Value{Todos: make([]Item, 0, len(items))}
	seen := map[string]bool{}
	for _, item := range items {
		item.Content = strings.TrimSpace(item.Content)
		switch {
		case item.Content == "":
			return v, failure(CodeInvalid, "invalid todo: `content` must be a non-empty string")
		case seen[item.Content]:
			return v, failure(CodeInvalid, fmt.Sprintf("invalid todos: duplicate content %q", item.Content))
		}
		seen[item.Content] = true
		v.Todos = append(v.Todos, item)
		v.Counts.add(item.Status)
	}
	if n := v.Counts.InProgress; n > 1 && !t.parallel {
		return v, failure(CodeInvalid, fmt.Sprintf(
			"invalid todos: at most one task may be in_progress (got %d)", n))
	}
	return v, nil
}

func (c *Counts) add(s Status) {
	switch s {
	case Pending:
		c.Pending++
	case InProgress:
		c.InProgress++
	case Completed:
		c.Completed++
	}
}

func render(_ Arguments, v Value) llm.Content {
	return llm.TextContent(v.Counts.String())
}

// String is the counts as the model reads them.
func (c Counts) String() string {
	return fmt.Sprintf("Task list updated: %d pending, %d in progress, %d completed.",
		c.Pending, c.InProgress, c.Completed)
}

func failure(code tools.Code, message string) *tools.Error {
	return &tools.Error{Name: "TodoError", Code: code, Message: message}
}
