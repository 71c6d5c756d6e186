package auto_test

import (
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/search/auto"
)

func TestEngine(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for choice, want := range map[auto.Choice]string{
		auto.Auto: "built-in walker", auto.Walker: "built-in walker", auto.Ripgrep: "", "ag": "",
	} {
		engine, err := auto.Engine(t.Context(), choice)
		if want == "" {
			if err == nil {
				t.Errorf("%q: no error without ripgrep", choice)
			}
			continue
		}
		if err != nil || engine.Name() != want {
			t.Errorf("%q: %v, %v", choice, engine, err)
		}
	}
}
