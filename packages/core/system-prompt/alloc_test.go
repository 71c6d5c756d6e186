//go:build !race

package systemprompt_test

import (
	"context"
	"testing"

	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
)

// The cost of an assembly does not grow with the number of sections in allocations.
func TestAssemblyAllocations(t *testing.T) {
	p := large(t)
	in := systemprompt.Input{Key: p.agent.Key()}
	got := testing.AllocsPerRun(100, func() {
		if _, err := p.Assemble(context.Background(), in); err != nil {
			t.Fatal(err)
		}
	})
	const most = 15
	if got > most {
		t.Errorf("an assembly allocates %v times, at most %d are allowed", got, most)
	}
}
