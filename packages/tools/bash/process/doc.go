// Package process starts commands as trees that can be ended.
//
// A command is more than its first process. [Tree] is the handle of everything that a command
// has started and that its containment can still reach: wait for the first process, ask all of
// it to stop, kill all of it, and learn when nothing of it is left.
//
// [StartGroup] is the plain containment: a session and process group of its own. A descendant
// that calls setsid leaves the group and survives; package sandbox has trees without that hole.
package process
