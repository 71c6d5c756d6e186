// Package textedit replaces literal text in text that may have any mixture of line endings (§8.5).
//
// Old and new text and the haystack are compared with every CRLF taken for one LF; a lone CR is an
// ordinary character. Matches are literal, case-sensitive, found from the left without overlap,
// and what replaces them is not looked at again. Everything outside the matches keeps its bytes. A
// line ending inside replaced text takes the style of the ending it stands in for: the n-th of the
// match, then the last of the match, then that of the line the match ends in, then the more
// frequent one of the whole text.
//
// The package has no state and does no input or output.
package textedit
