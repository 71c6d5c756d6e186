// Package local runs commands on this machine with bash.
//
// Each command gets a session and a process group of its own, no input, and pipes whose content
// is collected within bounds. A limit, a cancelled caller and a closed executor all end it the
// same way: TERM to the group, the grace period, KILL. A run returns when its processes are gone
// and its output was read to the end, with one exception, by design: what a command leaves in
// the background after an ordinary end goes on, until the executor is closed.
//
// Without a sandbox a descendant that calls setsid leaves the group; it survives a time-out, and
// only a sandbox provider, which knows descendants otherwise, ends it too.
package local
