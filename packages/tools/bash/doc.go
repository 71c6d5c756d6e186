// Package bash is the tool with which a model runs commands.
//
// The tool itself is small: it checks the arguments, settles directory and confinement, asks
// for approval where a call wants a wider sandbox mode, and renders facts as text. The work is
// done behind seams, each a package of this module:
//
//   - shell: the executor seam, and [shell.Service], which the shell tools share
//   - local: commands on this machine
//   - sandbox: confinement by Landlock, system call filters and namespaces, or by bubblewrap
//   - process: trees of processes that can be ended
//   - output: bounded collection with spill files
//   - environ: the environment of commands
//   - jobs: work in the background, and its tools job_output, job_list and job_kill
//   - persistent: a shell that keeps its state between calls, on a terminal of its own
//
// A program that wants confined commands calls sandbox.Main first thing in main.
package bash
