package mcp

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
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

// depthVariable tells a process how many of its ancestors are servers of such a
// client. An entry that starts a program that reads the same entry again would
// start processes without end.
const depthVariable = "DSH_MCP_DEPTH"

// maxDepth is how deep servers may stand behind one another.
const maxDepth = 8

// environment is the scrubbed parent with the configured variables on top, and the
// depth. It fails where that is too deep.
func environment(parent []string, configured map[string]string) ([]string, error) {
	depth := 1
	for _, entry := range parent {
		if text, ok := strings.CutPrefix(entry, depthVariable+"="); ok {
			if n, err := strconv.Atoi(text); err == nil {
				depth = n + 1
			}
		}
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("%d servers stand behind one another: does an entry start dsh with the file that it "+
			"stands in? keep the servers behind dsh in a file of their own", depth)
	}
	env := slices.DeleteFunc(scrubbed(parent), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		_, replaced := configured[name]
		return replaced
	})
	for _, name := range slices.Sorted(maps.Keys(configured)) {
		env = append(env, name+"="+configured[name])
	}
	return append(env, depthVariable+"="+strconv.Itoa(depth)), nil
}
