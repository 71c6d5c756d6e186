// Package window cuts a window of lines out of a stream of text, in one pass and with little
// memory, and renders it for a model (§9.1).
//
// The whole stream is read: the lines after the window are counted, and what is not UTF-8 is
// refused wherever it stands, so a window never depends on where it lies. What is kept is the
// window alone, each line cut to a number of characters (Unicode code points) and all lines
// together to a number of bytes. A first line that exceeds the bytes is cut rather than left out,
// so a window is never empty while there are lines, and paging always moves on.
package window
