// Package read is the tool `read`: a window of lines of a text file (§9.1).
//
// The file is streamed, whatever its size: it is read to its end, so that the number of lines is
// known and text that is not UTF-8 is refused wherever it stands, but only the window is kept. A
// path that is no regular file is refused before it is opened.
//
// Reading a file records what was seen, see the event fs/observed; so does failing to find it.
package read
