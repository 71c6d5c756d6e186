//go:build !race

package agentloop_test

const raceEnabled = false
