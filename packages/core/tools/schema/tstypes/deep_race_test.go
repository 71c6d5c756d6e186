//go:build race

package tstypes_test

// deep is smaller under the race detector, which makes growing stacks slow.
const deep = 5_000
