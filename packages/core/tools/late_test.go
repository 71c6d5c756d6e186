package tools_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// lister is an executor that declares what a model without late loading is told.
type lister struct{ *tools.Registry }

func (l lister) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	registrations, declarations := d.Listed()
	names := make([]string, len(registrations))
	for i, r := range registrations {
		names[i] = r.Name()
	}
	return tools.Description{
		Tools: declarations, Sections: []tools.Section{{Text: strings.Join(names, " ")}},
	}, nil
}

func (l lister) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return l.RunBatch(ctx, b, nil)
}

func returnsNothing(context.Context, *tools.Exec) (any, error) { return nil, nil }

// Tools that are loaded late are left out only where a tool that finds them is
// among those that are declared (R12).
func TestListed(t *testing.T) {
	for _, tt := range []struct {
		name  string
		tools []tools.Definition
		want  string
	}{
		{"none late", []tools.Definition{{Name: "a"}, {Name: "find", FindsDeferred: true}}, "a find"},
		{"nobody finds them", []tools.Definition{{Name: "a", DeferLoading: true}, {Name: "b"}}, "a b"},
		{"found", []tools.Definition{
			{Name: "a", DeferLoading: true}, {Name: "b"}, {Name: "find", FindsDeferred: true},
			{Name: "c", DeferLoading: true},
		}, "b find"},
		{"whoever finds them is late", []tools.Definition{
			{Name: "a"}, {Name: "find", FindsDeferred: true, DeferLoading: true},
		}, "a find"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			agent, own := w.agent("a", nil)
			must(t, undoOnly(w.reg.Mount(own, lister{w.reg})))
			for _, d := range tt.tools {
				whole := rawTool(d.Name, returnsNothing)
				whole.DeferLoading, whole.FindsDeferred = d.DeferLoading, d.FindsDeferred
				w.register(whole)
			}
			set, err := w.reg.Resolve(t.Context(), tools.Activation{Agent: agent})
			must(t, err)
			for _, s := range []*tools.ToolSet{nil, set} {
				for range 2 { // the second time it is made already
					d, err := w.reg.Describe(t.Context(), agent, s)
					must(t, err)
					var names []string
					for _, tool := range d.Tools {
						names = append(names, tool.Name)
					}
					if got := strings.Join(names, " "); got != tt.want || d.Sections[0].Text != tt.want {
						t.Errorf("declared %q, tools %q; want %q", got, d.Sections[0].Text, tt.want)
					}
				}
			}
		})
	}
}
