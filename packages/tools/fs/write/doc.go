// Package write is the tool `write`: a whole new content for a file (§9.2).
//
// The content is written byte for byte, atomically, with the permissions of the file it replaces or
// those the umask leaves. What the write may replace is decided by whoever answers the event
// fs/write-intent; without such a policy it replaces what is there. There is no refusal of content
// that is already there.
package write
