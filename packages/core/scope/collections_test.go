package scope_test

import (
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/google/go-cmp/cmp"
)

func TestList(t *testing.T) {
	var l scope.List[string]
	if l.Len() != 0 || len(slices.Collect(l.All())) != 0 {
		t.Error("the zero list is not empty")
	}
	removeA := l.Add("a")
	removeB := l.Add("b")
	l.Add("a")
	if diff := cmp.Diff([]string{"a", "b", "a"}, slices.Collect(l.All())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	removeB()
	removeB()
	removeA()
	l.Add("c")
	if diff := cmp.Diff([]string{"a", "c"}, slices.Collect(l.All())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestListWalkIsLive(t *testing.T) {
	var l scope.List[string]
	l.Add("a")
	removeB := l.Add("b")
	removeC := l.Add("c")
	var seen []string
	for v := range l.All() {
		seen = append(seen, v)
		switch v {
		case "a":
			removeB()
			l.Add("d")
		case "c":
			removeC()
			removeC()
		}
	}
	if diff := cmp.Diff([]string{"a", "c", "d"}, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNamed(t *testing.T) {
	var n scope.Named[int]
	if _, ok := n.Get("a"); ok || n.Len() != 0 {
		t.Error("the zero value is not empty")
	}
	removeA, ok := n.Add("a", 1)
	if !ok {
		t.Fatal("refused")
	}
	removeB, _ := n.Add("b", 2)
	removeC, _ := n.Add("c", 3)
	if _, ok := n.Add("b", 4); ok {
		t.Error("a taken name was accepted")
	}
	if v, ok := n.Get("b"); !ok || v != 2 {
		t.Errorf("b is %d %v", v, ok)
	}
	removeB()
	n.Add("b", 5)
	removeB() // inert: the name was taken again
	var names []string
	for name := range n.All() {
		names = append(names, name)
		n.Add("later", 9) // a walk sees what there was
	}
	if diff := cmp.Diff([]string{"a", "c", "b"}, names); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	removeA()
	removeC()
	if diff := cmp.Diff(map[string]int{"b": 5, "later": 9}, maps.Collect(n.All())); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for range n.All() {
		break
	}
}

func TestCollectionsConcurrentSafe(t *testing.T) {
	var l scope.List[int]
	var n scope.Named[int]
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for range 100 {
				remove := l.Add(i)
				removeName, ok := n.Add("name", i)
				for range l.All() {
				}
				for range n.All() {
				}
				n.Get("name")
				remove()
				if ok {
					removeName()
				}
			}
		})
	}
	all.Wait()
	if l.Len() != 0 || n.Len() != 0 {
		t.Errorf("left: %d and %d", l.Len(), n.Len())
	}
}
