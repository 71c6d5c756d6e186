package event_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"pgregory.net/rapid"
)

// TestAdmissionAgainstNaiveFilter compares the cached admission with a filter
// over all listeners, on random trees that change between dispatches.
func TestAdmissionAgainstNaiveFilter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := &forest{scopes: []*scope.Scope{scope.NewRoot("root")}}
		t.Repeat(map[string]func(*rapid.T){
			"child":    f.child,
			"keyed":    f.keyed,
			"listen":   f.listen,
			"rebind":   f.rebind,
			"close":    f.close,
			"dispatch": f.dispatch,
		})
		f.dispatch(t)
		_ = f.scopes[0].Close(context.Background()) // orphans are another test's business
		if n := f.waterfall.Len() + f.notice.Len() + f.broadcast.Len(); n != 0 {
			t.Fatalf("%d listeners left", n)
		}
	})
}

type forest struct {
	scopes    []*scope.Scope
	bindings  []*scope.Binding
	all       []naive
	waterfall event.Waterfall[int, string]
	notice    event.Notice[*[]string]
	broadcast event.Broadcast[*[]string]
}

// naive is a listener as the slow filter knows it.
type naive struct {
	owner      *scope.Scope
	label      string
	rank       int
	everywhere bool
}

func (f *forest) pick(t *rapid.T) *scope.Scope {
	return rapid.SampledFrom(f.scopes).Draw(t, "scope")
}

func (f *forest) child(t *rapid.T) {
	if c, err := f.pick(t).Child("c"); err == nil {
		f.scopes = append(f.scopes, c)
	}
}

func (f *forest) keyed(t *rapid.T) {
	c, err := f.pick(t).Keyed("k", f.pick(t).Key())
	if err != nil {
		return
	}
	b, err := c.Binding()
	if err != nil {
		t.Fatal(err)
	}
	f.scopes, f.bindings = append(f.scopes, c), append(f.bindings, b)
}

func (f *forest) rebind(t *rapid.T) {
	if len(f.bindings) > 0 {
		_ = rapid.SampledFrom(f.bindings).Draw(t, "binding").Rebind(f.pick(t).Key())
	}
}

func (f *forest) close(t *rapid.T) {
	if s := f.pick(t); s != f.scopes[0] {
		_ = s.Close(context.Background())
	}
}

func (f *forest) listen(t *rapid.T) {
	l := naive{owner: f.pick(t), label: fmt.Sprint(len(f.all)), rank: len(f.all) + 1}
	opts := []event.Option{event.Label(l.label)}
	if rapid.Bool().Draw(t, "front") {
		l.rank, opts = -l.rank, append(opts, event.Front())
	}
	if rapid.IntRange(0, 4).Draw(t, "everywhere") == 0 {
		l.everywhere, opts = true, append(opts, event.Everywhere())
	}
	wrap := func(ctx context.Context, _ int, n event.Next[int, string]) (string, error) {
		out, err := n.Do(ctx)
		return l.label + " " + out, err
	}
	note := func(_ context.Context, heard *[]string) error {
		*heard = append(*heard, l.label)
		return nil
	}
	for _, err := range []error{
		f.waterfall.On(l.owner, wrap, opts...),
		f.notice.On(l.owner, note, opts...),
		f.broadcast.On(l.owner, note, opts...),
	} {
		if (err != nil) != (l.owner.State() != scope.Open) {
			t.Fatalf("scope %v, error %v", l.owner.State(), err)
		}
	}
	if l.owner.State() == scope.Open {
		f.all = append(f.all, l)
	}
}

// filter is admission by the definition.
func (f *forest) filter(admits func(naive) bool) (labels []string) {
	list := slices.Clone(f.all)
	slices.SortFunc(list, func(a, b naive) int { return cmp.Compare(a.rank, b.rank) })
	for _, l := range list {
		if l.owner.State() == scope.Open && admits(l) {
			labels = append(labels, l.label)
		}
	}
	return labels
}

func (f *forest) dispatch(t *rapid.T) {
	ctx := context.Background()
	for _, s := range append(f.scopes, f.scopes[0]) { // the last one from the cache
		k := s.Key()
		want := f.filter(func(l naive) bool { return l.everywhere || k.Sees(l.owner.Key()) })
		out, err := f.waterfall.Dispatch(ctx, k, 0, func(context.Context, int) (string, error) {
			return "", nil
		})
		if err != nil || !slices.Equal(strings.Fields(out), want) {
			t.Fatalf("waterfall for %s: %q, %v, want %q", s.Path(), out, err, want)
		}
		var heard []string
		f.notice.Emit(ctx, k, &heard)
		if !slices.Equal(heard, want) {
			t.Fatalf("notice for %s: %q, want %q", s.Path(), heard, want)
		}
	}
	var heard []string
	if err := f.broadcast.Emit(ctx, &heard); err != nil {
		t.Fatal(err)
	}
	if want := f.filter(func(naive) bool { return true }); !slices.Equal(heard, want) {
		t.Fatalf("broadcast: %q, want %q", heard, want)
	}
}
