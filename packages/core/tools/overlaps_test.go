package tools_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type overlapIn struct {
	Alone bool `json:"alone,omitzero"`
	Panic bool `json:"panic,omitzero"`
}

// A host that orders calls itself hears from a tool what the lane would (R78).
func TestOverlaps(t *testing.T) {
	w := newWorld(t)
	typed := tools.Tool[overlapIn, string]{
		Name:    "typed",
		Execute: func(context.Context, *tools.Exec, overlapIn) (string, error) { return "", nil },
		ConcurrencySafe: func(in overlapIn) bool {
			if in.Panic {
				panic("classifier")
			}
			return !in.Alone
		},
	}
	d, err := tools.Define(typed)
	must(t, err)
	w.register(d)
	typed.Name, typed.ConcurrencySafe = "never", nil
	d, err = tools.Define(typed)
	must(t, err)
	w.register(d)
	raw := rawTool("raw", returnsNothing)
	raw.ConcurrencySafe = func(jsonvalue.Value) bool { return true }
	w.register(raw)
	for _, tt := range []struct {
		tool, args           string
		classifies, overlaps bool
	}{
		{"typed", `{}`, true, true},
		{"typed", `{"alone":true}`, true, false},
		{"typed", `{"alone":7}`, true, false},
		{"typed", `{"panic":true}`, true, false},
		{"never", `{}`, false, false},
		{"raw", `{}`, true, true},
	} {
		args, err := jsonvalue.ParseString(tt.args)
		must(t, err)
		reg, _ := w.reg.Get(tt.tool, nil, nil)
		if reg.Classifies() != tt.classifies || reg.Overlaps(args) != tt.overlaps {
			t.Errorf("%s %s: classifies %v, overlaps %v", tt.tool, tt.args, reg.Classifies(), reg.Overlaps(args))
		}
	}
}
