// Package wire carries JSON-RPC messages as lines over a pair of byte streams,
// for the client's child processes and for the server's standard streams.
//
// It is stricter about its own behaviour than about the peer's: whole frames are
// written by one writer (so that concurrent frames never interleave), a blocked
// peer cannot block a caller whose context ends, lines have a limit, and text
// that is no message, such as a greeting printed to standard output, is skipped
// and reported instead of ending the connection.
package wire
