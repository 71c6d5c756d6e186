// Package output keeps what a command prints within bounds.
//
// A [Collector] holds the last bytes of one stream in memory and, from the first byte that no
// longer fits, writes the whole stream to a spill file, so that nothing is lost until a second,
// larger cap. Memory is bounded by the first cap whatever the command prints: a hundred megabyte
// line, binary noise, an endless `yes`.
//
// Text leaves the package as valid UTF-8. A cut never splits a code point, and each byte that
// is not UTF-8 becomes one replacement character; the spill file keeps the raw bytes.
package output
