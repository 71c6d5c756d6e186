// Package cli is the dsh command tree. Run is its door: arguments and streams
// in, exit code out, so that tests drive it without a process.
package cli
