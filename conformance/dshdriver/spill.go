package dshdriver

import "github.com/dsh-go/dsh/conformance"

// Spill is waiting.
func (*Driver) Spill(s conformance.Spill) (conformance.SpillOutcome, error) {
	return conformance.Unsupported{}.Spill(s)
}
func (*Driver) SpillConfig(c any) (error, error) { return conformance.Unsupported{}.SpillConfig(c) }
func (*Driver) SpillSegment(s string) (string, error) {
	return conformance.Unsupported{}.SpillSegment(s)
}
func (*Driver) SpillDirectory(s string) (string, error) {
	return conformance.Unsupported{}.SpillDirectory(s)
}
