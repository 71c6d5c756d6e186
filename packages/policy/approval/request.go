package approval

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"

	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Events are the service's typed events.
type Events struct {
	// Request asks the answerers of the agent that a question came from, outermost
	// first. An answerer answers, or asks the next one. It must return soon after
	// its context is done. A failing one reads as unavailable.
	Request event.Waterfall[*Request, tools.Approval] `event:"approval/request"`
}

// Request is one question. Read-only.
type Request struct {
	// ID names the question; no two have the same.
	ID string
	// Call is what would run. Its card and arguments are what to show.
	Call *tools.Call
	// Reason is why it is asked, empty if nobody said.
	Reason string
	// Digest identifies the tool and the exact arguments, so that an answer can be
	// tied to them.
	Digest string
}

func newRequest(in tools.ApprovalRequest) *Request {
	return &Request{ID: rand.Text(), Call: in.Call, Reason: in.Reason, Digest: digest(in.Call)}
}

func digest(c *tools.Call) string {
	h := sha256.New()
	h.Write([]byte(c.Name()))
	h.Write([]byte{0})
	h.Write(c.Arguments().Canonical())
	return hex.EncodeToString(h.Sum(nil))
}
