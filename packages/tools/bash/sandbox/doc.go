// Package sandbox confines commands without root and without a helper program.
//
// A [Provider] starts a command under a [Policy]: what it may write, what it may read, whether it
// has a network. The native provider uses what the kernel offers to everyone: Landlock, a filter
// of system calls and, where users may make them, namespaces. The other one uses bubblewrap.
// [Provider.Report] finds out by trying what this machine can enforce, and names what it cannot;
// a policy that cannot be enforced is refused, never loosened.
//
// A confined command hangs below a second run of the same program, its supervisor, for which
// [Main] must be the first thing that the program does. Supervisors adopt every orphan of their
// commands: when a [process.Tree] is killed, or its host ends in any way, nothing of it is left.
//
// The README has the table of what each provider stops, with the kernel versions.
package sandbox
