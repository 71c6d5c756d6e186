package bash_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash"
)

// However many places a policy names, the description does not grow with them.
func TestTheDescriptionIsBounded(t *testing.T) {
	needSandbox(t)
	var many []string
	for i := range 5000 {
		many = append(many, fmt.Sprintf("/srv/place-%d", i))
	}
	describe := func(writable []string) string {
		w := newWorld(t, composition{Shell: map[string]any{
			"sandbox": map[string]any{"mode": "workspace-write", "writable": writable}}})
		list := w.reg.Definitions(nil, nil)
		i := slices.IndexFunc(list, func(r *tools.Registration) bool { return r.Name() == bash.ToolName })
		return list[i].Definition().Description
	}
	if one, other := describe(nil), describe(many); one != other || len(one) > 4096 {
		t.Errorf("%d and %d bytes", len(one), len(other))
	}
}
