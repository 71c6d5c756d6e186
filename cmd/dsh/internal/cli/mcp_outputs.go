package cli

import (
	"context"
	"errors"
	"sync"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
)

// outputs remembers what the preset's spill store keeps for running calls of MCP
// clients, which get links to it. Safe for concurrent use.
type outputs struct {
	stores *spill.Stores

	mu     sync.Mutex
	byCall map[string][]serve.Spill
}

var _ serve.Spills = (*outputs)(nil)

func newOutputs(stores *spill.Stores) *outputs {
	return &outputs{stores: stores, byCall: map[string][]serve.Spill{}}
}

// watch stands in front of the store of a client's agent. Of a store that gives
// nothing back, and of one of the agent's own rows, nothing is linked.
func (o *outputs) watch(s *scope.Scope) error {
	nearest, _ := o.stores.Nearest(s.Key())
	reader, ok := nearest.(spill.Reader)
	if !ok {
		return nil
	}
	_, err := o.stores.Provide(s, &watched{Reader: reader, outputs: o})
	if e, ok := errors.AsType[*scope.Error](err); ok && e.Code == scope.CodeSlotTaken {
		return nil
	}
	return err
}

// watched is the store of one client's agent.
type watched struct {
	spill.Reader
	outputs *outputs
}

// SaveText keeps the text where it would be kept anyway. Recorded copies of nested
// calls are nothing that a client was shown a part of.
func (w *watched) SaveText(ctx context.Context, t spill.Text) (spill.Saved, error) {
	saved, err := w.Reader.SaveText(ctx, t)
	if err == nil && t.Label == spill.LabelResult {
		w.outputs.add(t, saved, w.Reader)
	}
	return saved, err
}

func (o *outputs) add(t spill.Text, saved spill.Saved, from spill.Reader) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.byCall[t.CallID] = append(o.byCall[t.CallID], serve.Spill{
		Name: t.SuggestedName, Bytes: int64(saved.Bytes),
		Read: func(ctx context.Context) (string, error) { return from.ReadText(ctx, saved.Locator) },
	})
}

// Spilled implements [serve.Spills].
func (o *outputs) Spilled(callID string) []serve.Spill {
	o.mu.Lock()
	defer o.mu.Unlock()
	spills := o.byCall[callID]
	delete(o.byCall, callID)
	return spills
}
