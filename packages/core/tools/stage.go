package tools

// Stage names one step of a call's way through the pipeline (R55). A [Tracer]
// sees them in the order in which the call enters them.
type Stage string

// The stages, in the order of an undisturbed call.
const (
	// StagePrepare reads the call once, finds the visible definition and
	// freezes the arguments. Every call enters it.
	StagePrepare Stage = "prepare"
	// StagePreExecute asks the tools/pre-execute policies for a decision.
	StagePreExecute Stage = "pre-execute"
	// StageAsk puts an "ask" decision to the approval service.
	StageAsk Stage = "ask"
	// StageGuard runs the monotonic guards, which may only deny.
	StageGuard Stage = "guard"
	// StageExecute runs the tools/execute wrappers around the body.
	StageExecute Stage = "execute"
	// StageBody runs the tool's body; a retrying wrapper enters it again.
	StageBody Stage = "body"
	// StageProject checks the value and renders content and metadata.
	StageProject Stage = "project"
	// StagePost asks the tools/post-execute policies about the result.
	StagePost Stage = "post-execute"
	// StageFinalize runs the definition's own last content step.
	StageFinalize Stage = "finalize"
	// StageMaterialize checks and freezes the result. Every call enters it.
	StageMaterialize Stage = "materialize"
	// StageResult publishes tools/result. Every call enters it, once.
	StageResult Stage = "result"
	// StageSkipped stands alone in the trace of a call that its batch never
	// started (R88).
	StageSkipped Stage = "skipped"
)

// Stages returns all stages in the order of an undisturbed call.
func Stages() []Stage {
	return []Stage{
		StagePrepare, StagePreExecute, StageAsk, StageGuard, StageExecute, StageBody,
		StageProject, StagePost, StageFinalize, StageMaterialize, StageResult, StageSkipped,
	}
}

// Tracer is told of each stage that a call enters, before the stage's work is
// done. It is called from the goroutine that runs the stage, so calls of one
// batch may be reported concurrently. It must not block.
type Tracer func(call *Call, stage Stage)
