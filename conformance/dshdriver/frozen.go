package dshdriver

import (
	"slices"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// frozen is a copy of an outcome at the moment of its publication.
type frozen struct {
	result   *tools.Result
	id, name string
	args     string
	content  llm.Content
	contexts []llm.Message
	rest     conformance.Outcome
}

func freeze(o *tools.Outcome) *frozen {
	f := &frozen{
		result: o.Result, id: o.Call.ID(), name: o.Call.Name(), args: textOf(o.Call.Arguments()),
		content: o.Result.Content().Clone(), rest: outcome(o),
	}
	for _, m := range o.Result.Contexts() {
		f.contexts = append(f.contexts, m.Clone())
	}
	return f
}

// changes lists how the returned outcome differs from the published one.
func (f *frozen) changes(o *tools.Outcome) []string {
	var list []string
	if f.id == "" || f.name == "" {
		list = append(list, "published without id or name")
	}
	if o.Result != f.result {
		list = append(list, "another result was returned than published")
	}
	now := freeze(o)
	if now.id != f.id || now.name != f.name || now.args != f.args {
		list = append(list, "the call changed")
	}
	if !now.content.Equal(f.content) ||
		!slices.EqualFunc(now.contexts, f.contexts, llm.Message.Equal) {
		list = append(list, "content or contexts changed")
	}
	if now.rest.Value != f.rest.Value || now.rest.Meta != f.rest.Meta ||
		now.rest.IsError != f.rest.IsError {
		list = append(list, "the result changed")
	}
	return list
}
