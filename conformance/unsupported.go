package conformance

import (
	"errors"
	"fmt"
)

// Unsupported is a driver without operations. Embed it to write a driver step by
// step: what is not overridden is skipped and counted.
type Unsupported struct{}

var _ Driver = Unsupported{}

func unsupported(operation string) error {
	return fmt.Errorf("the driver has no %s: %w", operation, errors.ErrUnsupported)
}

// Name returns "unsupported".
func (Unsupported) Name() string { return "unsupported" }

// CheckSchema is unsupported.
func (Unsupported) CheckSchema(any, bool) ([]Violation, error) {
	return nil, unsupported("CheckSchema")
}

// Validate is unsupported.
func (Unsupported) Validate(any, any, string) ([]Violation, error) {
	return nil, unsupported("Validate")
}

// CompileDSL is unsupported.
func (Unsupported) CompileDSL(
	DSL,
) (Compiled, error) {
	return Compiled{}, unsupported("CompileDSL")
}

// TypeText is unsupported.
func (Unsupported) TypeText(any, int) (string, error) { return "", unsupported("TypeText") }

// Declarations is unsupported.
func (Unsupported) Declarations([]DeclaredTool) (string, error) {
	return "", unsupported("Declarations")
}

// View is unsupported.
func (Unsupported) View(ViewProgram) (Views, error) { return Views{}, unsupported("View") }

// Order is unsupported.
func (Unsupported) Order(OrderProgram) (Ordered, error) { return Ordered{}, unsupported("Order") }

// Call is unsupported.
func (Unsupported) Call(Scenario) (Outcome, error) { return Outcome{}, unsupported("Call") }

// Step is unsupported.
func (Unsupported) Step(Step) (StepOutcome, error) { return StepOutcome{}, unsupported("Step") }

// Batch is unsupported.
func (Unsupported) Batch(BatchProgram) (Timeline, error) { return Timeline{}, unsupported("Batch") }

// Clamp is unsupported.
func (Unsupported) Clamp(Clamp) (float64, error) { return 0, unsupported("Clamp") }

// Deadline is unsupported.
func (Unsupported) Deadline(Deadline) (DeadlineOutcome, error) {
	return DeadlineOutcome{}, unsupported("Deadline")
}

// Budget is unsupported.
func (Unsupported) Budget(Budget) (BudgetOutcome, error) {
	return BudgetOutcome{}, unsupported("Budget")
}

// Register is unsupported.
func (Unsupported) Register(float64) (refusal, err error) { return nil, unsupported("Register") }

// ReadFile is unsupported.
func (Unsupported) ReadFile(ReadFile) (ReadOutcome, error) {
	return ReadOutcome{}, unsupported("ReadFile")
}

// SDKText is unsupported.
func (Unsupported) SDKText([]DeclaredTool) (string, error) { return "", unsupported("SDKText") }

// RunProgram is unsupported.
func (Unsupported) RunProgram(Program) (ProgramOutcome, error) {
	return ProgramOutcome{}, unsupported("RunProgram")
}

// RenderRun is unsupported.
func (Unsupported) RenderRun(
	RunResult,
) (Outcome, error) {
	return Outcome{}, unsupported("RenderRun")
}

// StringBytes is unsupported.
func (Unsupported) StringBytes(string) (int64, error) { return 0, unsupported("StringBytes") }

// ValueBytes is unsupported.
func (Unsupported) ValueBytes(string) (int64, error) { return 0, unsupported("ValueBytes") }

// StringPrefix is unsupported.
func (Unsupported) StringPrefix(string, int64) (string, error) {
	return "", unsupported("StringPrefix")
}

// OpenWorkspace is unsupported.
func (Unsupported) OpenWorkspace(Workspace) (Session, error) {
	return nil, unsupported("OpenWorkspace")
}

// SearchEngines is unsupported.
func (Unsupported) SearchEngines() ([]string, error) { return nil, unsupported("SearchEngines") }

// Spill is unsupported.
func (Unsupported) Spill(
	Spill,
) (SpillOutcome, error) {
	return SpillOutcome{}, unsupported("Spill")
}

// SpillConfig is unsupported.
func (Unsupported) SpillConfig(any) (refusal, err error) { return nil, unsupported("SpillConfig") }

// SpillSegment is unsupported.
func (Unsupported) SpillSegment(string) (string, error) { return "", unsupported("SpillSegment") }

// SpillDirectory is unsupported.
func (Unsupported) SpillDirectory(string) (string, error) {
	return "", unsupported("SpillDirectory")
}

// ToolClock is unsupported.
func (Unsupported) ToolClock(ToolClock) (ToolClockOutcome, error) {
	return ToolClockOutcome{}, unsupported("ToolClock")
}
