// Package conformance runs the vector files against a tool layer.
//
// A vector file holds cases in a format that it describes itself: schemas,
// registrations, calls with their fixtures, batches with their timing. [Run]
// decodes every file of a directory strictly, asks a [Driver] to do what each
// case says, and compares what it observed. The package knows no product: the
// reference driver of this one is in package dshdriver, and any other tool layer
// can be run by writing another.
//
// The files record how the original behaved. Where the port decided otherwise,
// file overrides.go holds the decision as a rule about what a case does; a case
// may also recommend its outcome itself.
package conformance
