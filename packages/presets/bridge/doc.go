// Package bridge connects plugins that must not know one another: the sandbox
// modes of permission presets with the shell and the file tools, and the store of
// spilled texts with the file tools.
//
// Every bridge is a plugin with a row of its own, so a preset shows which ones
// stand.
package bridge
