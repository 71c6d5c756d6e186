// Package local is a spill store over the file system (§17.2).
//
// Texts go to ROOT/session-<digest>/<random>-<name>, readable by the owner
// alone. The session's directory is named by a digest and the file's name is
// encoded, so neither a session id nor a tool name can lead anywhere else; a
// symbolic link in the way is not followed out of the root. Nothing is deleted.
package local
