package generate_test

import (
	"context"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/generate"
	"github.com/dsh-go/dsh/tools/gen/internal/plant"
)

// Everything that is generated is what the code says. What the test prints tells
// what to run. It reads files of all modules, which the cache of test results does
// not look at: after changes elsewhere, run it with -count=1.
func TestGenerated(t *testing.T) {
	if err := generate.All(t.Context(), generate.Options{Root: plant.Root(t), Check: true}); err != nil {
		t.Error(err)
	}
}

func TestModulesNamesTheMend(t *testing.T) {
	err := generate.Modules(generate.Options{Root: t.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "go.work") {
		t.Errorf("got %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := generate.Docs(ctx, generate.Options{Root: plant.Root(t), Check: true}); err == nil {
		t.Error("a cancelled generation succeeded")
	}
}
