//go:build race

package quickjs_test

const raceEnabled = true
