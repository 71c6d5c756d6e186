// Package loose looks at Go values the way a schema does, before anyone knows whether they
// are lossless JSON (R28, R39).
//
// The schema rules say what is reported for a NaN, a function, a cycle or an absent member
// at each place (R32, R33), so the checks must be able to walk over such values; a
// [jsonvalue.Value] cannot hold them. A [Node] is either a clean value, at no cost, or a
// [Box]: a container or scalar taken from Go memory that remembers whether it is clean, and
// whose address tells shared parts from copies (R26). Taking a Go value apart visits each
// map and slice once, however often it is shared.
package loose
