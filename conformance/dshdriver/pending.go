package dshdriver

import "github.com/dsh-go/dsh/conformance"

// Step
func (Driver) Step(s conformance.Step) (conformance.StepOutcome, error) {
	return conformance.Unsupported{}.Step(s)
}
func (Driver) Batch(s conformance.BatchProgram) (conformance.Timeline, error) {
	return conformance.Unsupported{}.Batch(s)
}
func (Driver) Clamp(s conformance.Clamp) (float64, error) { return conformance.Unsupported{}.Clamp(s) }
func (Driver) Deadline(s conformance.Deadline) (conformance.DeadlineOutcome, error) {
	return conformance.Unsupported{}.Deadline(s)
}
func (Driver) Budget(s conformance.Budget) (conformance.BudgetOutcome, error) {
	return conformance.Unsupported{}.Budget(s)
}
func (Driver) Register(s float64) (error, error) { return conformance.Unsupported{}.Register(s) }
func (Driver) ReadFile(s conformance.ReadFile) (conformance.ReadOutcome, error) {
	return conformance.Unsupported{}.ReadFile(s)
}
