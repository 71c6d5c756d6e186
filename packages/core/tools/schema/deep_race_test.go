//go:build race

package schema_test

// deep is smaller under the race detector, which makes growing stacks slow.
const deep = 5_000
