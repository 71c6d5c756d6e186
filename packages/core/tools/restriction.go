package tools

import (
	"fmt"
	"slices"
	"strings"
)

// Restriction filters what a scope inherits, never what it registers itself
// (R42). At least one list must be given. Deny lets names that appear later
// pass; Allow excludes them; an empty, non-nil Allow hides everything.
type Restriction struct {
	Allow []string
	Deny  []string
}

// mask is a restriction as a layer keeps it: its lists as sets, made once.
type mask struct {
	allow, deny map[string]bool
}

func (f Restriction) mask() *mask {
	m := &mask{deny: setOf(f.Deny)}
	if f.Allow != nil {
		m.allow = setOf(f.Allow)
	}
	return m
}

func setOf(names []string) map[string]bool {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		set[name] = true
	}
	return set
}

// filter is what several masks come to. Making it takes time linear in the length
// of their lists, asking it does not depend on them.
type filter struct {
	limited bool
	allowed map[string]bool // counts if limited
	denied  map[string]bool
}

func filterOf(masks []*mask) filter {
	f := filter{denied: map[string]bool{}}
	for _, m := range masks {
		switch {
		case m.allow != nil && !f.limited:
			f.limited, f.allowed = true, m.allow
		case m.allow != nil:
			f.allowed = intersection(f.allowed, m.allow)
		}
		for name := range m.deny {
			f.denied[name] = true
		}
	}
	return f
}

func intersection(a, b map[string]bool) map[string]bool {
	if len(b) < len(a) {
		a, b = b, a
	}
	both := make(map[string]bool, len(a))
	for name := range a {
		if b[name] {
			both[name] = true
		}
	}
	return both
}

func (f *filter) admits(name string) bool {
	return !f.denied[name] && (!f.limited || f.allowed[name])
}

// check refuses a filter that names what the scope does not inherit, so that a
// misspelt name never hides nothing in silence.
func (f Restriction) check(known map[string]bool) error {
	if f.Allow == nil && f.Deny == nil {
		return refuse(CodeEmptyFilter, "restriction names neither an allow nor a deny list: give at least one")
	}
	var unknown []string
	reported := map[string]bool{}
	for _, name := range slices.Concat(f.Allow, f.Deny) {
		if name == ReservedName {
			return refuse(CodeUnknownName, "restriction names %q, the program transport: unmount its executor instead", name)
		}
		if !known[name] && !reported[name] {
			reported[name] = true
			unknown = append(unknown, name)
		}
	}
	if unknown == nil {
		return nil
	}
	return refuse(CodeUnknownName, "restriction names tools that the scope does not inherit: %s; it inherits: %s",
		quoted(unknown), quoted(sortedNames(known)))
}

func sortedNames(set map[string]bool) []string {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// listedNames is how many names a message lists.
const listedNames = 50

func quoted(names []string) string {
	if len(names) == 0 {
		return "(none)"
	}
	more := len(names) - listedNames
	names = slices.Clone(names[:min(len(names), listedNames)])
	for i, name := range names {
		names[i] = echo(name)
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}
