package mcp

import (
	"maps"
	"slices"
	"strings"
)

// scrubbed returns the variables of a parent environment that a server may
// inherit: none whose name speaks of a secret, none of this product (§4.4), and
// none that makes a shell run a file.
func scrubbed(parent []string) []string {
	return slices.DeleteFunc(slices.Clone(parent), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		upper := strings.ToUpper(name)
		return isSecretName(name) || strings.HasPrefix(upper, "DSH_") ||
			upper == "BASH_ENV" || upper == "ENV"
	})
}

func isSecretName(name string) bool {
	upper := strings.ToUpper(name)
	for _, word := range []string{"KEY", "PASSWORD", "SECRET", "TOKEN"} {
		if strings.Contains(upper, word) {
			return true
		}
	}
	return false
}

// environment is the scrubbed parent with the configured variables on top.
func environment(parent []string, configured map[string]string) []string {
	env := slices.DeleteFunc(scrubbed(parent), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		_, replaced := configured[name]
		return replaced
	})
	for _, name := range slices.Sorted(maps.Keys(configured)) {
		env = append(env, name+"="+configured[name])
	}
	return env
}
