package presets

import (
	"slices"
	"strings"

	"go.uber.org/fx"
)

// Part is a named piece of wiring. Two parts of one name are the same part, so
// presets may list what they need without knowing what others list.
type Part struct {
	Name   string
	Option fx.Option
}

// Compose returns the parts' options, each name once, in an order that depends
// on the names alone.
func Compose(parts ...Part) fx.Option {
	sorted := slices.Clone(parts)
	slices.SortStableFunc(sorted, func(a, b Part) int { return strings.Compare(a.Name, b.Name) })
	sorted = slices.CompactFunc(sorted, func(a, b Part) bool { return a.Name == b.Name })
	options := make([]fx.Option, len(sorted))
	for i, p := range sorted {
		options[i] = p.Option
	}
	return fx.Options(options...)
}
