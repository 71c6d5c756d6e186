package jobs

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/bash/output"
)

// withState puts the state of the job on a line of its own below the text.
func withState(text string, info Info) string {
	if text == "" {
		text = "(no new output)"
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + info.State()
}

// fit keeps a read within the bound that the producer of the job set, after all policy: the end
// of the text and the state always stay.
func (r *Registry) fit(c *tools.Call, result *tools.Result) (llm.Content, error) {
	if result.IsError() || len(result.Content()) != 1 {
		return nil, nil
	}
	text, ok := result.Content()[0].(llm.Text)
	id, _ := c.Arguments().Get("job_id")
	name, _ := id.AsString()
	bound := r.Bound(name, Owner(c))
	if !ok || bound <= 0 || len(text.Text) <= bound {
		return nil, nil
	}
	return llm.TextContent(fitted(text.Text, bound)), nil
}

// fitted cuts the front of a rendered read.
func fitted(text string, bound int) string {
	at := strings.LastIndexByte(text, '\n') + 1
	body, state := text[:at], text[at:]
	// The notice is as long as it can get: its number is at most that of the whole text.
	room := bound - len(state) - len(omitted(len(text)))
	if room <= 0 {
		return state
	}
	kept := output.TrimStart([]byte(body[max(len(body)-room, 0):]))
	return omitted(len(body)-len(kept)) + string(kept) + state
}

func omitted(n int) string { return fmt.Sprintf("Omitted %d bytes.\n", n) }
