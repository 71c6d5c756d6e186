// Package bridge connects plugins that must not know one another: the sandbox
// modes of permission presets with the shell and the file tools, the store of
// spilled texts with the file tools, and the spill policy with the record that
// programs leave of their calls.
//
// Every bridge is a plugin with a row of its own, so a preset shows which ones
// stand.
package bridge
