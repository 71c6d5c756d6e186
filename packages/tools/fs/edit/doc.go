// Package edit is the tool `edit`: a literal replacement in a file (§9.3).
//
// The old text must occur exactly once, or all occurrences are replaced on request. Line endings
// are compared as LF and written as the lines around have them; everything outside the
// replacement, the byte order mark and the permissions stay. See package textedit for the rules of
// matching, and the event fs/edit-intent for the policy that decides what may be edited.
package edit
