package tools_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

func groupTool(t *testing.T, name, description string) tools.Definition {
	t.Helper()
	d, err := tools.Define(tools.Tool[struct{}, string]{Name: name, Description: description,
		Execute: func(context.Context, *tools.Exec, struct{}) (string, error) { return name, nil }})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestSwap(t *testing.T) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		t.Fatal(err)
	}
	root := scope.NewRoot("test")
	defer root.Close(context.Background())
	changes := 0
	refuse := false
	if err := reg.Events.Change.On(root, func(context.Context, tools.Change) error {
		changes++
		if refuse {
			return errors.New("no")
		}
		return nil
	}, event.Everywhere()); err != nil {
		t.Fatal(err)
	}
	names := func() (names []string) {
		for _, r := range reg.Definitions(nil, nil) {
			names = append(names, r.Name()+r.Definition().Description)
		}
		return names
	}
	want := func(n int, tools ...string) {
		t.Helper()
		if !slices.Equal(names(), tools) || changes != n {
			t.Errorf("tools %v after %d changes, want %v after %d", names(), changes, tools, n)
		}
	}
	if _, err := reg.Register(root, groupTool(t, "own", "")); err != nil {
		t.Fatal(err)
	}
	own, _ := root.Child("group")
	g, err := reg.Swap(own, nil, nil, []tools.Definition{groupTool(t, "a", ""), groupTool(t, "b", "")})
	if err != nil {
		t.Fatal(err)
	}
	want(2, "own", "a", "b")
	kept, _ := reg.Get("a", nil, nil)
	keepA := func(r *tools.Registration) bool { return r.Name() == "a" }
	for _, defs := range [][]tools.Definition{
		{groupTool(t, "own", "")}, {groupTool(t, "a", "")}, {groupTool(t, "c", ""), groupTool(t, "c", "")},
	} {
		if _, err := reg.Swap(own, g, keepA, defs); err == nil {
			t.Error("a name that is taken was admitted")
		}
	}
	want(2, "own", "a", "b")
	refuse = true
	if _, err := reg.Swap(own, g, keepA, []tools.Definition{groupTool(t, "b", "2")}); err == nil {
		t.Error("the observer's refusal was ignored")
	}
	refuse = false
	want(4, "own", "a", "b")
	if g, err = reg.Swap(own, g, keepA, []tools.Definition{groupTool(t, "b", "2"), groupTool(t, "c", "")}); err != nil {
		t.Fatal(err)
	}
	want(5, "own", "a", "b2", "c")
	if now, _ := reg.Get("a", nil, nil); now != kept {
		t.Error("a kept tool was registered anew")
	}
	if err := own.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	want(6, "own")
	if err := g.Close(context.Background()); err != nil {
		t.Error(err)
	}
	want(6, "own")
}

// Whoever looks during swaps sees one whole group.
func TestSwapConcurrentSafe(t *testing.T) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		t.Fatal(err)
	}
	root := scope.NewRoot("test")
	defer root.Close(context.Background())
	group := func(version int) (defs []tools.Definition) {
		for i := range 20 {
			defs = append(defs, groupTool(t, fmt.Sprint("t", i), fmt.Sprint(version)))
		}
		return defs
	}
	g, err := reg.Swap(root, nil, nil, group(0))
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				seen := reg.Definitions(nil, nil)
				for _, r := range seen {
					if len(seen) != 20 || r.Definition().Description != seen[0].Definition().Description {
						t.Error("a part of a group was seen")
						return
					}
				}
			}
		})
	}
	for v := range 50 {
		if g, err = reg.Swap(root, g, nil, group(v)); err != nil {
			t.Error(err)
		}
	}
	close(done)
	wg.Wait()
}
