//go:build !race

package tstypes_test

// deep is the depth of the values in the tests of depth.
const deep = 100_000
