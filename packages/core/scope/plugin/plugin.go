package plugin

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// Plugin is a named way to contribute to a running system. It is a value: linking
// it does nothing, installing it registers things through a scope, and closing
// that scope takes them back. The zero Plugin refuses to be installed.
type Plugin struct {
	// Name identifies the plugin in presets and errors.
	Name string

	install func(context.Context, *scope.Scope, []byte) error
	config  func() any
}

// Defaulter is implemented by a configuration that has defaults. Defaults is
// called on the zero value, and what it returns is what a configuration is
// decoded onto: members that are left out keep it, and so do unnamed entries of
// maps; arrays are replaced whole.
type Defaulter[C any] interface{ Defaults() C }

// Validator is implemented by a configuration, or by a pointer to it, that can be
// wrong in ways its type does not show.
type Validator interface{ Validate() error }

// Of makes a plugin from a function that registers things through the scope.
//
// C describes the configuration: a struct with json tags. It is decoded onto its
// defaults, see [Defaulter], with unknown members, duplicate members and names in
// another case refused; then checked, see [Validator]; then f is called. f must
// return when everything is registered; what is to go on belongs into
// [scope.Scope.Go]. A panic in f or in the methods of C is contained.
func Of[C any](name string, f func(context.Context, *scope.Scope, C) error) Plugin {
	p := Plugin{Name: name, config: func() any { return newConfig[C]() }}
	if f == nil {
		return p
	}
	p.install = func(ctx context.Context, s *scope.Scope, text []byte) error {
		c, err := resolve[C](name, text)
		if err != nil {
			return err
		}
		if err := f(ctx, s, *c); err != nil {
			return &Error{Code: CodeInstall, Plugin: name, Err: err}
		}
		return nil
	}
	return p
}

// Install decodes the configuration, a JSON object, and registers everything
// through s. No text, and null, stand for {}. Every failure is an [*Error] that
// names the plugin. A failed Install may have registered some things: give each
// Install a scope of its own and close it on failure.
func (p Plugin) Install(ctx context.Context, s *scope.Scope, config []byte) (err error) {
	switch {
	case p.install == nil:
		return &Error{Code: CodeEmpty, Plugin: p.Name, Err: errEmpty}
	case p.Name == "":
		return &Error{Code: CodeEmpty, Plugin: p.Name, Err: errNoName}
	case s == nil:
		return &Error{Code: CodeInstall, Plugin: p.Name, Err: errNilScope}
	}
	defer contain(p.Name, &err)
	return p.install(ctx, s, config)
}

// Config returns a pointer to a new configuration with the defaults in place, for
// catalogs, or nil for the zero Plugin. Its type is a pointer to the C of [Of].
// It returns nil, too, if finding the defaults panics.
func (p Plugin) Config() any {
	if p.config == nil {
		return nil
	}
	var err error
	defer contain(p.Name, &err)
	return p.config()
}

var (
	errEmpty    = errors.New("has no install function; make it with plugin.Of")
	errNoName   = errors.New("has no name; give one to plugin.Of")
	errNilScope = errors.New("cannot be installed through a nil scope")
)
