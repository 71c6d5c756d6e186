// Package shell is the seam behind which commands run.
//
// An [Executor] turns a [Request] into a [Spec] (defaults applied, limits lowered, numbers
// checked), runs it in the foreground with [Executor.Run] or in the background with
// [Executor.Start]. Package local runs commands on this machine; another executor may run them
// in a container or on another host without any tool noticing (tools §4.1).
package shell
