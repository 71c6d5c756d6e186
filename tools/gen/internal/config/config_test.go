package config_test

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/tools/gen/internal/config"
	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/plant"
	"github.com/google/go-cmp/cmp"
)

const (
	file   = "packages/core/tool-executor-native/executor.go"
	member = "\tMaxParallel int `json:\"maxParallel,omitzero\"`\n"
)

func TestFieldWithoutComment(t *testing.T) {
	added := member + "\n\tSpeed float64 `json:\"speed,omitzero\"`\n"
	_, err := config.Read(plant.Load(t, plant.Mistake{File: file, Old: member, New: added}), nil)
	plant.Refused(t, err, `plugin "tool-executor-native": configuration field "speed" (Speed) has no comment: say what it does, its unit and its default`)
}

// nativeConfig has the fields of the real one, and resolves them.
type nativeConfig struct {
	MaxParallel int `json:"maxParallel,omitzero"`
}

// Resolve puts the default in place.
func (c nativeConfig) Resolve() nativeConfig {
	c.MaxParallel = 7
	return c
}

func TestRead(t *testing.T) {
	p := plugin.Of("tool-executor-native", func(context.Context, *scope.Scope, nativeConfig) error { return nil })
	linked := map[string]config.Linked{"tool-executor-native": {Plugin: p, Presets: []string{"minimal"}}}
	all, err := config.Read(plant.Load(t, plant.Mistake{File: file, Old: member, New: member}), linked)
	if err != nil || len(all) != 1 {
		t.Fatalf("got %+v, %v", all, err)
	}
	got := all[0]
	if got.Name != "tool-executor-native" || got.Package != "packages/core/tool-executor-native" || got.Doc == "" {
		t.Errorf("got %+v", got)
	}
	got.Fields[0].Doc = ""
	want := []model.Field{{Name: "maxParallel", Type: "integer", Default: "7"}}
	if diff := cmp.Diff(want, got.Fields); diff != "" {
		t.Error(diff)
	}
}
