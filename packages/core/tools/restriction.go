package tools

import (
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

func (f Restriction) admits(name string) bool {
	if f.Allow != nil && !slices.Contains(f.Allow, name) {
		return false
	}
	return !slices.Contains(f.Deny, name)
}

// check refuses a filter that names what the scope does not inherit, so that a
// misspelt name never hides nothing in silence.
func (f Restriction) check(known map[string]bool) error {
	if f.Allow == nil && f.Deny == nil {
		return refuse(CodeEmptyFilter, "restriction names neither an allow nor a deny list: give at least one")
	}
	var unknown []string
	for _, name := range slices.Concat(f.Allow, f.Deny) {
		if name == ReservedName {
			return refuse(CodeUnknownName, "restriction names %q, the program transport: unmount its executor instead", name)
		}
		if !known[name] && !slices.Contains(unknown, name) {
			unknown = append(unknown, name)
		}
	}
	if unknown == nil {
		return nil
	}
	return refuse(CodeUnknownName, "restriction names tools that the scope does not inherit: %s; it inherits: %s",
		quoted(unknown), quoted(sortedNames(known)))
}

func (f Restriction) clone() Restriction {
	return Restriction{Allow: slices.Clone(f.Allow), Deny: slices.Clone(f.Deny)}
}

func sortedNames(set map[string]bool) []string {
	names := make([]string, 0, len(set))
	for name := range set {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func quoted(names []string) string {
	if len(names) == 0 {
		return "(none)"
	}
	return strings.Join(names, ", ")
}
