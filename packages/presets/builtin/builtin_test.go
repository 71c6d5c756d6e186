package builtin_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	sandbox.Main()
	goleak.VerifyTestMain(m)
}

// Every preset starts for real, serves an agent, and stops.
func TestPresetsStart(t *testing.T) {
	for _, p := range builtin.All() {
		t.Run(p.ID, func(t *testing.T) {
			h, err := host.Start(t.Context(), p, host.Options{})
			if err != nil {
				t.Fatal(err)
			}
			a, err := h.NewAgent(t.Context(), "a", t.TempDir(), nil)
			if err != nil {
				t.Fatal(err)
			}
			d, err := h.Tools.Describe(t.Context(), a.Identity, nil)
			if err != nil || len(d.Tools) == 0 {
				t.Errorf("described %d tools: %v", len(d.Tools), err)
			}
			if err := h.Close(context.WithoutCancel(t.Context())); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUnknownPreset(t *testing.T) {
	if _, err := builtin.Named("nope"); err == nil {
		t.Error("an unknown preset was found")
	}
}
