package event_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/google/go-cmp/cmp"
)

func TestInitNamesEvents(t *testing.T) {
	type inner struct {
		Two event.Broadcast[int] `event:"group/two-words"`
	}
	var ev struct {
		One   event.Notice[int] `event:"group/one"`
		Inner inner
		Other int
		Mutex sync.Mutex
	}
	if err := event.Init(&ev, nil); err != nil {
		t.Fatal(err)
	}
	if ev.One.Name() != "group/one" || ev.Inner.Two.Name() != "group/two-words" {
		t.Errorf("names %q and %q", ev.One.Name(), ev.Inner.Two.Name())
	}
	err := event.Init(&ev, nil)
	if event.CodeOf(err) != event.CodeDeclaration {
		t.Errorf("second Init: %v", err)
	}
}

func TestInitRefuses(t *testing.T) {
	var nilStruct *struct{ E event.Notice[int] }
	tests := map[string]struct {
		events any
		want   string
	}{
		"nil":         {nil, "pointer to a struct"},
		"nil pointer": {nilStruct, "pointer to a struct"},
		"no pointer":  {struct{}{}, "pointer to a struct"},
		"no struct":   {new(int), "pointer to a struct"},
		"no event":    {&struct{ A int }{}, "no event among its fields"},
		"no tag":      {&struct{ E event.Notice[int] }{}, ".E\": needs a tag"},
		"one word": {&struct {
			E event.Notice[int] `event:"one"`
		}{}, `tag "one" must look like`},
		"upper case": {&struct {
			E event.Notice[int] `event:"A/b"`
		}{}, `tag "A/b" must look like`},
		"empty part": {&struct {
			E event.Notice[int] `event:"a/"`
		}{}, `tag "a/" must look like`},
		"three parts": {&struct {
			E event.Notice[int] `event:"a/b/c"`
		}{}, `tag "a/b/c" must look like`},
		"unexported": {&struct {
			e event.Notice[int] `event:"a/b"`
		}{}, ".e\": must be exported"},
		"pointer": {&struct {
			E *event.Notice[int] `event:"a/b"`
		}{}, "not a pointer"},
		"tag elsewhere": {&struct {
			E int `event:"a/b"`
		}{}, "is no event"},
		"nested pointer": {&struct {
			In struct {
				E *event.Notice[int] `event:"a/b"`
			}
		}{}, "not a pointer"},
		"twice": {&struct {
			E event.Notice[int]    `event:"a/b"`
			F event.Broadcast[int] `event:"a/b"`
		}{}, `tag "a/b" is that of .E already`},
		"nested unexported": {&struct {
			in struct {
				E event.Notice[int] `event:"a/b"`
			}
		}{}, "must be exported"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := event.Init(tt.events, nil)
			if event.CodeOf(err) != event.CodeDeclaration || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestInitNamesNothingWhenItFails(t *testing.T) {
	var ev struct {
		A event.Notice[int] `event:"a/a"`
		B event.Notice[int]
		C event.Notice[int] `event:"x"`
	}
	err := event.Init(&ev, nil)
	if err == nil || len(err.(interface{ Unwrap() []error }).Unwrap()) != 2 {
		t.Errorf("want both mistakes, got %v", err)
	}
	if ev.A.Name() != "" {
		t.Error("named all the same")
	}
}

func TestEventsWorkWithoutInit(t *testing.T) {
	var n event.Notice[int]
	heard := 0
	must(t, n.On(root(t), func(context.Context, int) error { heard++; return nil }))
	n.Emit(t.Context(), nil, 1)
	if heard != 1 || n.Name() != "" {
		t.Errorf("heard %d, name %q", heard, n.Name())
	}
}

func TestObserve(t *testing.T) {
	m := newModes(t)
	var ev struct {
		W fall `event:"test/waterfall"`
	}
	must(t, event.Init(&ev, nil))
	s := root(t)
	agent := keyed(t, s, "agent", nil)
	watch := child(t, s, "watch")
	var seen []event.Sighting
	for range 2 {
		must(t, event.Observe(watch, m, func(e event.Sighting) { seen = append(seen, e) }))
	}
	must(t, event.Observe(s, &ev, func(e event.Sighting) { seen = append(seen, e) }))
	k := agent.Key()
	run := func() {
		m.Notice.Emit(t.Context(), k, "a")
		_ = m.Parallel.Dispatch(t.Context(), k, "b")
		_, _, _ = m.Serial.Dispatch(t.Context(), nil, "c")
		_ = m.Broadcast.Emit(t.Context(), "d")
		_, _ = ev.W.Dispatch(t.Context(), k, "e", body)
	}
	run()
	want := []event.Sighting{
		{"test/notice", k, "a"}, {"test/notice", k, "a"},
		{"test/parallel", k, "b"}, {"test/parallel", k, "b"},
		{"test/serial", nil, "c"}, {"test/serial", nil, "c"},
		{"test/broadcast", nil, "d"}, {"test/broadcast", nil, "d"},
		{"test/waterfall", k, "e"},
	}
	same := cmp.Comparer(func(a, b *scope.Key) bool { return a == b })
	if diff := cmp.Diff(want, seen, same); diff != "" {
		t.Errorf("seen (-want +got):\n%s", diff)
	}
	must(t, watch.Close(t.Context()))
	seen = nil
	run()
	if diff := cmp.Diff(want[8:], seen, same); diff != "" {
		t.Errorf("after closing (-want +got):\n%s", diff)
	}
}

func TestObserverThatPanicsIsContained(t *testing.T) {
	m := newModes(t)
	s := root(t)
	must(t, event.Observe(s, m, func(event.Sighting) { panic("observer bug") }))
	heard := 0
	must(t, m.Notice.On(s, func(context.Context, string) error { heard++; return nil }))
	m.Notice.Emit(t.Context(), nil, "x")
	if heard != 1 || len(m.failures) != 1 || m.failures[0].Label != "observer" {
		t.Errorf("heard %d, failures %v", heard, m.failures)
	}
}

func TestObserveRefuses(t *testing.T) {
	s := root(t)
	see := func(event.Sighting) {}
	if err := event.Observe(s, new(int), see); event.CodeOf(err) != event.CodeDeclaration {
		t.Errorf("no events: %v", err)
	}
	if err := event.Observe(nil, newModes(t), see); event.CodeOf(err) != event.CodeListener {
		t.Errorf("nil scope: %v", err)
	}
	closed := child(t, s, "closed")
	must(t, closed.Close(t.Context()))
	m := newModes(t)
	unseen := func(e event.Sighting) { t.Errorf("saw %v", e) }
	if err := event.Observe(closed, m, unseen); !errors.Is(err, scope.ErrClosed) {
		t.Errorf("closed scope: %v", err)
	}
	m.Notice.Emit(t.Context(), nil, "x")
	if err := event.Observe(s, newModes(t), nil); event.CodeOf(err) != event.CodeListener {
		t.Errorf("nil observer: %v", err)
	}
}
