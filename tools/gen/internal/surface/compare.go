package surface

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Change is what became of one module's interface.
type Change struct {
	Module string
	// Gone lines break users; Added lines do not.
	Gone, Added []string
}

// Compare returns what differs between a recorded text and the present one, or
// false if nothing does. A line is taken with the package that it belongs to.
func Compare(module, recorded, present string) (Change, bool) {
	c := Change{Module: module}
	old, now := lines(recorded), lines(present)
	for _, l := range old {
		if _, found := slices.BinarySearch(now, l); !found {
			c.Gone = append(c.Gone, l)
		}
	}
	for _, l := range now {
		if _, found := slices.BinarySearch(old, l); !found {
			c.Added = append(c.Added, l)
		}
	}
	return c, len(c.Gone)+len(c.Added) > 0
}

func lines(text string) []string {
	var list []string
	home := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		name, isPackage := strings.CutPrefix(line, "package ")
		switch {
		case isPackage:
			home = name
		case line != "" && line[0] != '#':
			list = append(list, home+": "+line)
		}
	}
	slices.Sort(list)
	return list
}

// Error makes one error of the changes, with the command that records them.
func Error(changes []Change) error {
	if len(changes) == 0 {
		return nil
	}
	var b strings.Builder
	broken := 0
	for _, c := range changes {
		fmt.Fprintf(&b, "\nmodule %s\n", c.Module)
		for _, l := range c.Gone {
			fmt.Fprintf(&b, "  - %s\n", l)
		}
		for _, l := range c.Added {
			fmt.Fprintf(&b, "  + %s\n", l)
		}
		if len(c.Gone) > 0 {
			broken++
		}
	}
	return errors.New(fmt.Sprintf(
		"the interface of %d module(s) changed, in a way that breaks users in %d: "+
			"if that is meant, record it with `go run ./tools/gen api`", len(changes), broken) +
		strings.TrimRight(b.String(), "\n"))
}
