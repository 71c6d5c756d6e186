package plugin_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
)

func TestPlaces(t *testing.T) {
	var got string
	p := plugin.Of("p", func(ctx context.Context, _ *scope.Scope, _ struct{}) error {
		got = plugin.PlaceIn(ctx)("/a/0")
		return nil
	})
	placed := plugin.WithPlaces(t.Context(), func(pointer string) string { return "f.yaml:7 " + pointer })
	for want, ctx := range map[string]context.Context{
		"f.yaml:7 /a/0": placed, "": t.Context(),
	} {
		s := scope.NewRoot("test")
		if err := p.Install(ctx, s, nil); err != nil || got != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
		if err := s.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
	if got := plugin.PlaceIn(plugin.WithPlaces(t.Context(), nil))("/a"); got != "" {
		t.Errorf("without a function: %q", got)
	}
}
