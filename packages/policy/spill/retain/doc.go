// Package retain keeps a bounded part of something long: the first items of a
// list, or the beginning and the end of a text, and counts exactly what it left
// out (§17.1).
//
// Memory is bounded by the budgets, however much is fed. Texts are measured in
// bytes of UTF-8; a cut never leaves half a character, and what it takes away for
// that is counted as left out too.
package retain
