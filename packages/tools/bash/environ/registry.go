package environ

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Call is what a contributor may know of the call whose environment is being made.
type Call struct {
	// Session is the identity of the calling agent's session; empty without one.
	Session string
	// Dir is the directory in which the command will run.
	Dir string
}

// Contributor adds managed variables to every command.
type Contributor struct {
	// Name is unique among the contributors.
	Name string
	// Keys are the variables it may set, each with a sentence about its meaning. A key is
	// DSH_ followed by capital letters, digits or underscores.
	Keys map[string]string
	// Collect returns values for some of the keys. It runs once per call; returning another
	// key, or an error, fails the call rather than running a command with a wrong environment.
	Collect func(context.Context, Call) (map[string]string, error)
}

// Registry holds the managed variables. The zero value has only the built-in ones: DSH_SHELL is
// always 1, DSH_HOME is Home when it is set, DSH_SESSION_ID is the caller's session when there is
// one. Safe for concurrent use.
type Registry struct {
	// Home is the value of DSH_HOME; empty leaves the variable out. Set it before first use.
	Home string

	mu   sync.Mutex
	list []Contributor
}

func reserved() []string { return []string{"DSH_HOME", "DSH_SHELL", "DSH_SESSION_ID"} }

// Add registers a contributor and returns the function that removes it. A reserved or malformed
// key, a key of another contributor, a key without a description and a name already taken are
// refused with [CodeRegistration].
func (r *Registry) Add(c Contributor) (func(), error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.check(c); err != nil {
		return nil, err
	}
	r.list = append(slices.Clone(r.list), c)
	return func() { r.remove(c.Name) }, nil
}

func (r *Registry) check(c Contributor) error {
	switch {
	case c.Name == "":
		return refuse("a contributor needs a name")
	case c.Collect == nil:
		return refuse("contributor %q needs a Collect function", c.Name)
	case len(c.Keys) == 0:
		return refuse("contributor %q declares no keys", c.Name)
	}
	for key, text := range c.Keys {
		switch {
		case !wellFormed(key):
			return refuse("contributor %q: key %q must be DSH_ and capitals, digits, _", c.Name, key)
		case slices.Contains(reserved(), key):
			return refuse("contributor %q: key %q is reserved", c.Name, key)
		case strings.TrimSpace(text) == "":
			return refuse("contributor %q: key %q needs a description", c.Name, key)
		}
	}
	for _, other := range r.list {
		if other.Name == c.Name {
			return refuse("contributor %q is already registered", c.Name)
		}
		for key := range c.Keys {
			if _, taken := other.Keys[key]; taken {
				return refuse("contributor %q: key %q belongs to %q", c.Name, key, other.Name)
			}
		}
	}
	return nil
}

func wellFormed(key string) bool {
	rest, ok := strings.CutPrefix(key, Managed)
	return ok && rest != "" && strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

func (r *Registry) remove(name string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	kept := slices.Clone(r.list)
	r.list = slices.DeleteFunc(kept, func(c Contributor) bool { return c.Name == name })
}

// Collect asks every contributor and returns the managed variables sorted by name.
func (r *Registry) Collect(ctx context.Context, call Call) ([]Setting, error) {
	r.mu.Lock()
	list, home := r.list, r.Home
	r.mu.Unlock()
	out := []Setting{{Name: "DSH_SHELL", Value: "1"}}
	if home != "" {
		out = append(out, Setting{Name: "DSH_HOME", Value: home})
	}
	if call.Session != "" {
		out = append(out, Setting{Name: "DSH_SESSION_ID", Value: call.Session})
	}
	for _, c := range list {
		values, err := c.Collect(ctx, call)
		if err != nil {
			return nil, &Error{CodeCollect, fmt.Sprintf("variables of %q", c.Name), err}
		}
		for key, value := range values {
			if _, declared := c.Keys[key]; !declared {
				return nil, &Error{CodeCollect,
					fmt.Sprintf("contributor %q returned undeclared key %q", c.Name, key), nil}
			}
			out = append(out, Setting{Name: key, Value: value})
		}
	}
	slices.SortFunc(out, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// Describe returns every managed variable with its meaning, sorted by name: the text for a prompt
// or a manual.
func (r *Registry) Describe() []Setting {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := []Setting{
		{Name: "DSH_HOME", Value: "the home directory of the host's own files"},
		{Name: "DSH_SESSION_ID", Value: "the identity of the calling session"},
		{Name: "DSH_SHELL", Value: "1 in every command started by this tool"},
	}
	for _, c := range r.list {
		for key, text := range c.Keys {
			out = append(out, Setting{Name: key, Value: text})
		}
	}
	slices.SortFunc(out, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	return out
}
