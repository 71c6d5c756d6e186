// Package jsonvalue holds JSON values without loss: every digit of every number, members
// in their order, strings that are valid UTF-8 and nothing else. What cannot be carried
// to text and back is refused where it enters, with its place and the reason.
//
// # Ways in
//
// [Parse] reads text: arguments as a model wrote them. [From] takes a snapshot of the Go
// values that tools and renderers hand over: nil, bool, string, numbers, []any,
// map[string]any, [Object]. [Marshal] encodes any Go value, such as the struct a typed
// tool returns. The constructors ([Null], [String], [Array], [NewObject] and so on) put
// values together by hand.
//
// Each of them checks and copies in one go, so a [Value] cannot change between the check
// and its use: it is immutable, safe for concurrent use, and compared with [Value.Equal].
//
// # Ways out
//
// [Value.Text] is compact text on one line, free for a value that came from text.
// [Value.Decode] fills a Go value from that text. The accessors ([Value.Get],
// [Value.Index], [Value.Members] and so on) walk the tree, which is built when it is first
// asked for; a reader of tokens takes [Value.Raw] and saves it. [Value.Canonical] gives
// the bytes that equal values share.
//
// # What is lossy
//
// NaN, the infinities, negative zero, a number beyond the range of a float64; invalid
// UTF-8 and lone surrogates; cycles; and in [From] every Go type that is not in its list.
// Such an error has [CodeLossy]; text that is no JSON at all has [CodeSyntax].
//
// # Cost
//
// All operations are linear in the size of the value, with no recursion on hostile depth:
// text may nest [MaxTextDepth] levels, a Go value [MaxDepth]. Parsing costs one syntax
// check and a look over the bytes, and one copy; [ParseOwned] saves that. A part of a
// value keeps the memory of the whole alive.
package jsonvalue
