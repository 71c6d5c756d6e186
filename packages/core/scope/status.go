package scope

import (
	"fmt"
	"strings"
)

// Kind says what a scope holds.
type Kind uint8

const (
	// KindUndo: an undo function added by Defer or by a registry.
	KindUndo Kind = iota
	// KindChild: a scope made by Child or Keyed.
	KindChild
	// KindGoroutine: a goroutine started by Go.
	KindGoroutine
)

// String returns "undo", "scope" or "goroutine".
func (k Kind) String() string {
	switch k {
	case KindChild:
		return "scope"
	case KindGoroutine:
		return "goroutine"
	}
	return "undo"
}

// Status is what a scope held at one moment, for reports and tests. It is a copy.
type Status struct {
	// Label is the label of the scope.
	Label string
	// State is where the scope was in its life.
	State State
	// Held lists what was held, oldest first.
	Held []Held
}

// Held is one thing a scope held.
type Held struct {
	// Label is the label it was added with.
	Label string
	// Kind says what it is.
	Kind Kind
	// Running: the goroutine had not returned, or the undo was under way.
	Running bool
	// Child describes the scope if it is one, and is nil otherwise.
	Child *Status
}

// Status describes what s and the scopes below it hold. Each scope is looked at
// by itself, so that a tree that changes meanwhile is not seen at one instant.
func (s *Scope) Status() Status {
	var children []*Scope
	s.mu.Lock()
	out := Status{Label: s.label, State: s.State()}
	for _, r := range []*ring{&s.held, &s.skipped} {
		for e := r.first; e != nil; e = e.next {
			out.Held = append(out.Held, Held{e.label, e.kind, e.state == running, nil})
			children = append(children, e.child)
		}
	}
	s.mu.Unlock()
	for i, c := range children {
		if c != nil {
			below := c.Status()
			out.Held[i].Child = &below
		}
	}
	return out
}

// Running returns the paths of all goroutines that had not returned and all undos
// that were under way: what a Close that does not end is waiting for.
func (s Status) Running() []string {
	var paths []string
	for _, h := range s.Held {
		switch {
		case h.Child != nil:
			for _, p := range h.Child.Running() {
				paths = append(paths, s.Label+"/"+p)
			}
		case h.Running:
			paths = append(paths, s.Label+"/"+h.Label)
		}
	}
	return paths
}

// String returns the tree, one line for each thing, indented by depth.
func (s Status) String() string {
	var b strings.Builder
	s.write(&b, 0)
	return b.String()
}

func (s Status) write(b *strings.Builder, depth int) {
	fmt.Fprintf(b, "%*s%s (%s)\n", 2*depth, "", s.Label, s.State)
	for _, h := range s.Held {
		if h.Child != nil {
			h.Child.write(b, depth+1)
			continue
		}
		fmt.Fprintf(b, "%*s- %s %s", 2*depth+2, "", h.Kind, h.Label)
		if h.Running {
			b.WriteString(" (running)")
		}
		b.WriteByte('\n')
	}
}
