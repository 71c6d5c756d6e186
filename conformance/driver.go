package conformance

import "fmt"

// Driver is a tool layer under test: one method for each kind of operation that
// the vector files ask for. Values go in as this package's trees (see [Object])
// and plain words; what was observed comes out.
//
// An operation that the layer does not have returns an error that is
// [errors.ErrUnsupported]; its case is then skipped with that error as the
// reason, and counted. Any other error fails the case. Embed [Unsupported] to
// write a driver method by method.
//
// Methods are called one at a time. Call, Batch, Deadline and Policy run inside
// a testing/synctest bubble, where time is virtual, and must have ended
// everything they started when they return.
type Driver interface {
	// Name names the layer in the summary.
	Name() string

	Schemas
	Registries
	Calls
	Clocks
	Programs
	Files
	Spills
}

// Schemas are the operations on schemas and their texts.
type Schemas interface {
	// CheckSchema checks a schema against the enforced subset.
	CheckSchema(schema any, objectRoot bool) ([]Violation, error)
	// Validate checks a value against a schema of the subset. Root labels the
	// paths: "value", or "" for parameters.
	Validate(schema, value any, root string) ([]Violation, error)
	// CompileDSL compiles the authoring form.
	CompileDSL(d DSL) (Compiled, error)
	// TypeText renders a schema as a TypeScript type at an indentation level.
	TypeText(schema any, indent int) (string, error)
	// Declarations renders the declarations block of a set of tools, and SDKText
	// the whole text that ends with it.
	Declarations(tools []DeclaredTool) (string, error)
	SDKText(tools []DeclaredTool) (string, error)
}

// Registries are the operations on registrations.
type Registries interface {
	// View runs a program of registrations and says what each viewer sees.
	View(p ViewProgram) (Views, error)
	// Order puts tools into their canonical order.
	Order(p OrderProgram) (Ordered, error)
	// Register registers a tool with this budget and returns the refusal.
	Register(timeoutMs float64) (refusal, err error)
}

// Calls are the operations of the pipeline.
type Calls interface {
	// Call runs one call through the pipeline.
	Call(s Scenario) (Outcome, error)
	// Step prepares a model step and runs its batch.
	Step(s Step) (StepOutcome, error)
	// Batch runs a batch on the scheduler. One tick of the file is [Tick].
	Batch(p BatchProgram) (Timeline, error)
}

// Clocks are the operations of deadlines.
type Clocks interface {
	// Clamp does the arithmetic of a requested timeout.
	Clamp(c Clamp) (ms float64, err error)
	// Deadline derives a deadline and reports how it ended.
	Deadline(d Deadline) (DeadlineOutcome, error)
	// Budget runs one call of a tool under the timeout policy, or without it.
	Budget(b Budget) (BudgetOutcome, error)
	// ToolClock runs one call of a tool with a clock of its own. The layer
	// "job_output" runs in a bubble, the others in real time.
	ToolClock(c ToolClock) (ToolClockOutcome, error)
}

// Programs are the operations of programmatic tool calling. They run in real
// time, outside of any bubble.
type Programs interface {
	// RunProgram runs a program through the whole pipeline.
	RunProgram(p Program) (ProgramOutcome, error)
	// RenderRun shows what the model reads of a run with this result.
	RenderRun(r RunResult) (Outcome, error)
	// StringBytes and ValueBytes are the JSON bytes of a string, which may hold
	// lone surrogates as three bytes, and of a value given as JSON text.
	StringBytes(text string) (int64, error)
	ValueBytes(json string) (int64, error)
	// StringPrefix is the longest prefix, aligned to code points, whose JSON
	// string has at most so many bytes.
	StringPrefix(text string, maxBytes int64) (string, error)
}

// Files are the operations of the file tools.
type Files interface {
	// ReadFile runs the read tool on a file that the runner made.
	ReadFile(r ReadFile) (ReadOutcome, error)
	// OpenWorkspace gives an agent the file, search, shell and job tools in a
	// directory.
	OpenWorkspace(w Workspace) (Session, error)
	// SearchEngines are the engines that search cases are run on, at least one.
	SearchEngines() ([]string, error)
}

// Spills are the operations of the policy that keeps long results out of the
// conversation.
type Spills interface {
	// Spill settles one call under the policy.
	Spill(s Spill) (SpillOutcome, error)
	// SpillConfig loads a configuration and returns the refusal.
	SpillConfig(config any) (refusal, err error)
	// SpillSegment and SpillDirectory are the names of a store over files.
	SpillSegment(name string) (string, error)
	SpillDirectory(session string) (string, error)
}

// Violation is one finding of a schema check.
type Violation struct {
	Path, Kind string
	// Name is the undeclared name of a "required-undeclared".
	Name string
	// Matched is the number of matching branches of a "oneOf".
	Matched int
	// Message is the text that the layer would show. Checked where the rules fix
	// its form; a driver may leave it empty.
	Message string
}

// String shows what vector files compare.
func (v Violation) String() string {
	s := fmt.Sprintf("%s %s", v.Path, v.Kind)
	if v.Name != "" {
		s += fmt.Sprintf(" (%s)", v.Name)
	}
	if v.Kind == kindOneOf {
		s += fmt.Sprintf(" (matched %d)", v.Matched)
	}
	return s
}

// DSL is an authoring form to compile.
type DSL struct {
	// Form is "value" or "parameters".
	Form string
	Spec any
}

// Compiled is what came of a [DSL]: a schema, or the violations of a stage.
type Compiled struct {
	// Schema is the JSON text, key order included.
	Schema string
	// Stage is "author" or "raw" where it was refused, and empty otherwise.
	Stage      string
	Violations []Violation
}

// DeclaredTool is a tool as the declarations block shows it.
type DeclaredTool struct {
	Name, Description  string
	Parameters, Output any
}
