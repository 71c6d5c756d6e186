package mcp

import (
	"crypto/sha256"
	"fmt"
)

// Internals that tests look at.
var Project = project

// Expand expands one text.
func Expand(text string, env map[string]string) (string, error) {
	x := expander{lookup: lookup(env)}
	return x.expand(text)
}

func lookup(env map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	}
}

// ResolveEndpoint resolves a configuration in an environment.
func ResolveEndpoint(name string, c ServerConfig, env map[string]string, parent []string) (*Endpoint, error) {
	return host{lookup: lookup(env), environ: func() []string { return parent }}.resolve(name, c)
}

// ResolveWithin is [ResolveEndpoint] for processes that run in a directory.
func ResolveWithin(dir string, c ServerConfig) (*Endpoint, error) {
	return host{lookup: lookup(nil), environ: func() []string { return []string{"PWD=/elsewhere"} }, dir: dir}.resolve("s", c)
}

// Hash is the suffix of names that were changed.
func Hash(server, raw string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(server+"\x00"+raw)))[:12]
}
