package telemetry

import (
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.opentelemetry.io/otel/attribute"
)

// Names of the semantic conventions for generative AI, and our own where these
// have none.
const (
	keyOperation    = attribute.Key("gen_ai.operation.name")
	keyTool         = attribute.Key("gen_ai.tool.name")
	keyToolType     = attribute.Key("gen_ai.tool.type")
	keyCallID       = attribute.Key("gen_ai.tool.call.id")
	keyArguments    = attribute.Key("gen_ai.tool.call.arguments")
	keyResult       = attribute.Key("gen_ai.tool.call.result")
	keyAgent        = attribute.Key("gen_ai.agent.id")
	keyConversation = attribute.Key("gen_ai.conversation.id")
	keyErrorType    = attribute.Key("error.type")
	keyOutcome      = attribute.Key("dsh.tool.outcome")
	keyDecision     = attribute.Key("dsh.decision")
	keyRootCall     = attribute.Key("dsh.tool.root_call.id")

	operation      = "execute_tool"
	metricDuration = "gen_ai.client.operation.duration"
	metricActive   = "dsh.tool.calls.active"
	// otherTool stands in metrics for names that are no tools, of which there may be
	// any number.
	otherTool = "_OTHER"
	// otherError is the error type of failures without a code.
	otherError = "_OTHER"
)

// Outcomes of calls.
const (
	outcomeOK        = "ok"
	outcomeFailed    = "failed"
	outcomeRefused   = "refused"
	outcomeCancelled = "cancelled"
)

// identity is what a span says about its call from the beginning.
func identity(c *tools.Call) []attribute.KeyValue {
	list := []attribute.KeyValue{
		keyOperation.String(operation), keyTool.String(c.Name()),
		keyToolType.String("function"), keyCallID.String(c.ID()),
	}
	if a := c.Agent(); a != nil && a.ID != "" {
		list = append(list, keyAgent.String(a.ID), keyConversation.String(a.ID))
	}
	if c.Nested() {
		list = append(list, keyRootCall.String(c.RootID()))
	}
	return list
}

// errorType is the structured code of a failure.
func errorType(f *tools.Failure) string {
	if code := f.Code(); code != "" {
		return string(code)
	}
	return otherError
}
