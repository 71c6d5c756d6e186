// Package fs is what the file tools have in common: the service with its events, its backend and
// its store, the escalation protocol, and the containment plugin.
//
// The tools are packages below this one, each with its own plugin: read, write, edit, readimage,
// glob, grep and editor (str_replace_editor). The policy that a file must be read before it is
// changed is package observe. What they are made of stands on its own, without a registry: filesys,
// window, textedit, textdiff, imagefile and search.
//
// Section numbers (§) in this module are those of the specification of tools and neighbouring
// seams.
package fs
