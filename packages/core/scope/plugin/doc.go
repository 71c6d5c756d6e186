// Package plugin makes values that contribute to a running system.
package plugin
