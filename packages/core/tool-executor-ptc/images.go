package ptc

import (
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// SourceName is the name under which image contexts are attributed (V-9).
const SourceName = "tool-executor-ptc"

// imageContext is the message that carries the final content of a successful
// call that shows an image (P87).
func imageContext(o *tools.Outcome) llm.Message {
	return llm.Message{
		ID: o.Call.ID() + ":images", Role: llm.RoleUser, Content: o.Result.Content(),
		Source: llm.Source{Kind: "plugin", Name: SourceName},
	}
}
