// Package filesys is the file system as the tools of this module see it: paths resolved to
// targets, versions of what was seen, guarded and atomic mutations, and errors with codes.
//
// Two backends are here. [Local] works on the machine's own file system. [Contained] is Local with
// a wall round every mutation (and, when asked, round every read): a target must lie in a writable
// root after all links are resolved, and the mutation itself goes through an [os.Root], so a link
// that is swapped in between the check and the act cannot lead out.
//
// # Targets
//
// [Local.Resolve] turns a path into a [Target]: a display path, which is absolute and lexical and
// which messages show, and a key, which is the real path and which identity, locks and containment
// go by. A file that does not exist yet has a key too, so the key does not change when the file is
// created.
//
// # Versions
//
// A [Version] holds a stamp (device, inode, size, modification and change time in nanoseconds)
// and, where the content went by anyway, a checksum of it. Two versions that differ only in the
// stamp are equal when their checksums are: a formatter that changed nothing, or a touch, does not
// make a file stale, while a rewrite that restores the modification time is noticed.
//
// # Writes
//
// A write is staged in a private directory beside the target, synced, given the mode of the file
// it replaces, and renamed over it; a create-only write is published by a hard link, so a file
// that appeared in between is never overwritten. Cancellation is honoured until just before the
// publication and never after it. Whatever fails, the old file is intact and nothing is left
// behind.
//
// Lost by the rename, and therefore to be known: other hard links keep the old content, and
// extended attributes and access lists are those of a new file. Owner and group are restored where
// the user may do so.
//
// # Concurrency
//
// All methods may be called concurrently. Mutations of one target are served one at a time in
// order of arrival; other processes are covered by the version check alone.
package filesys
