// Package runtimetest is the conformance suite of code runtimes, in the manner
// of testing/fstest: a provider calls [Test] from a test of its own, and every
// rule of the seam that can be seen from outside is tried on it.
package runtimetest
