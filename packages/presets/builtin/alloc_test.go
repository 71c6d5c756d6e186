//go:build !race

package builtin_test

import (
	"strconv"
	"testing"

	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/presets/host"
)

// maxAllocs is the budget for making an agent of the preset coding.
const maxAllocs = 400

// An agent of the preset coding costs no more than its budget: a key, the agent's
// own rows, and what policies keep of it.
func TestAgentAllocations(t *testing.T) {
	h := start(t, named(t, "coding"))
	dir, ctx := t.TempDir(), t.Context()
	const runs = 50
	logs := make([]*session.Log, runs+1)
	for i := range logs {
		log, _, err := session.Open(ctx, session.NewMemory(session.Header{ID: "a" + strconv.Itoa(i)}), session.Options{})
		must(t, err)
		logs[i] = log
	}
	var agents []*host.Agent
	n := 0
	got := testing.AllocsPerRun(runs, func() {
		a, err := h.Create(ctx, host.Spec{Dir: dir, Log: logs[n]})
		must(t, err)
		agents = append(agents, a)
		n++
	})
	t.Logf("%.0f allocations", got)
	if got >= maxAllocs {
		t.Errorf("%.0f allocations to make an agent, the budget is below %d", got, maxAllocs)
	}
	for _, a := range agents {
		must(t, a.Close(ctx))
	}
	for _, log := range logs {
		must(t, log.Close(ctx))
	}
}

func BenchmarkCreateAgent(b *testing.B) {
	b.Setenv("XDG_CACHE_HOME", b.TempDir())
	h := start(b, named(b, "coding"))
	dir, ctx := b.TempDir(), b.Context()
	b.ReportAllocs()
	for b.Loop() {
		a, err := h.Create(ctx, host.Spec{ID: "a", Dir: dir})
		must(b, err)
		must(b, a.Close(ctx))
	}
}
