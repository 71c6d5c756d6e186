package mcp

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// Endpoint is a server's configuration with its references resolved: what a
// [Dialer] connects to. It holds secrets; its String does not print them.
type Endpoint struct {
	// Name is the server's name.
	Name string
	// Config is the configuration as it was written, with defaults.
	Config ServerConfig
	// Command, Args, Cwd and Env of a stdio server; Env is complete.
	Command string
	Args    []string
	Cwd     string
	Env     []string
	// URL and Headers of an HTTP server.
	URL     string
	Headers map[string]string

	redact redactor
}

// String returns the server's name.
func (e *Endpoint) String() string { return "mcp server " + e.Name }

// GoString is String.
func (e *Endpoint) GoString() string { return e.String() }

// Redact takes the endpoint's secrets out of a text.
func (e *Endpoint) Redact(text string) string { return e.redact.text(text) }

// host is the part of the process that endpoints are resolved against.
type host struct {
	lookup  func(string) (string, bool)
	environ func() []string
	dir     string // of processes, an absolute path, or empty
}

// resolve replaces the references. An error names the member and the variable.
func (h host) resolve(name string, c ServerConfig) (*Endpoint, error) {
	x := &expander{lookup: h.lookup}
	e := &Endpoint{Name: name, Config: c}
	fail := func(member string, err error) error { return fmt.Errorf("%s: %w", member, err) }
	for _, field := range []struct {
		member string
		from   string
		to     *string
	}{{"command", c.Command, &e.Command}, {"cwd", c.Cwd, &e.Cwd}, {"url", c.URL, &e.URL}} {
		var err error
		if *field.to, err = x.expand(field.from); err != nil {
			return nil, fail(field.member, err)
		}
	}
	for i, arg := range c.Args {
		text, err := x.expand(arg)
		if err != nil {
			return nil, fail(fmt.Sprintf("args[%d]", i), err)
		}
		e.Args = append(e.Args, text)
	}
	env, err := x.expandAll(c.Env)
	if err != nil {
		return nil, fail("env", err)
	}
	if e.Headers, err = x.expandAll(c.Headers); err != nil {
		return nil, fail("headers", err)
	}
	parent := h.environ()
	if e.Cwd = h.within(e.Cwd); filepath.IsAbs(e.Cwd) {
		parent = append(slices.Clone(parent), "PWD="+e.Cwd) // the last one counts
	}
	if e.Env, err = environment(parent, env); err != nil && e.Command != "" {
		return nil, err
	}
	e.redact = newRedactor(e.secrets(x, env))
	return e, nil
}

// within is the working directory of a process whose configuration names cwd.
func (h host) within(cwd string) string {
	if h.dir == "" || filepath.IsAbs(cwd) {
		return cwd
	}
	return filepath.Join(h.dir, cwd)
}

func (x *expander) expandAll(texts map[string]string) (map[string]string, error) {
	out := make(map[string]string, len(texts))
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		text, err := x.expand(texts[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = text
	}
	return out, nil
}

// secrets are the texts that must not be shown. A header's credentials are
// often what follows a scheme, as in "Bearer …".
func (e *Endpoint) secrets(x *expander, env map[string]string) []string {
	secrets := append(slices.Clone(x.secrets), urlSecrets(e.URL)...)
	for _, v := range e.Headers {
		secrets = append(secrets, v)
		if _, credentials, ok := strings.Cut(v, " "); ok {
			secrets = append(secrets, credentials)
		}
	}
	for name, v := range env {
		if isSecretName(name) {
			secrets = append(secrets, v)
		}
	}
	for i, shown := range maskArguments(e.Args) {
		if arg := e.Args[i]; shown == redacted {
			secrets = append(secrets, arg)
		} else if shown != arg {
			_, value, _ := strings.Cut(arg, "=")
			secrets = append(secrets, value)
		}
	}
	return secrets
}
