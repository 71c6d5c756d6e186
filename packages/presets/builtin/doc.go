// Package builtin holds the presets that ship with dsh.
package builtin
