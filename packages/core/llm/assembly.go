package llm

import (
	"crypto/rand"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Assembly joins the events of a stream into an answer; adapters feed it. The zero
// Assembly is ready. It must not be copied after its first use, and is not safe for
// concurrent use.
//
// Tool calls are joined by index. Where a provider's indexes are unreliable, the fragment
// of an index that already has a call begins another call if it brings another id, or if
// it brings a name and arguments although the call's arguments are a whole JSON value.
// A call without id gets one, and so does the second of two calls with one id. A fragment
// sequence with neither name nor arguments is no call at all; a call without a name is
// dropped, with a reason.
type Assembly struct {
	// NewID makes ids for calls that have none; nil means random ones.
	NewID func() string

	text      strings.Builder
	reasoning []*reasoningParts
	calls     []*callParts
	current   map[int]*callParts
	usage     Usage
	reason    FinishReason
	finished  bool
}

type callParts struct {
	id, name  string
	arguments strings.Builder
}

type reasoningParts struct {
	index                     int
	text, signature, redacted strings.Builder
}

// Add takes the next event of the stream.
func (a *Assembly) Add(e Event) {
	switch e := e.(type) {
	case TextDelta:
		a.text.WriteString(e.Text)
	case ReasoningDelta:
		a.addReasoning(e)
	case ToolCallDelta:
		a.addCall(e)
	case UsageUpdate:
		a.usage.update(e.Usage)
	case Finished:
		a.reason, a.finished = e.Reason, true
	}
}

// IsFinished reports whether the stream said why it ended.
func (a *Assembly) IsFinished() bool { return a.finished }

// Usage returns the count of tokens so far.
func (a *Assembly) Usage() Usage { return a.usage }

func (u *Usage) update(v Usage) {
	for _, count := range []struct {
		into *int64
		from int64
	}{
		{&u.InputTokens, v.InputTokens},
		{&u.OutputTokens, v.OutputTokens},
		{&u.ReasoningTokens, v.ReasoningTokens},
		{&u.CacheReadTokens, v.CacheReadTokens},
		{&u.CacheWriteTokens, v.CacheWriteTokens},
	} {
		if count.from != 0 {
			*count.into = count.from
		}
	}
}

func (a *Assembly) addReasoning(e ReasoningDelta) {
	at := slices.IndexFunc(a.reasoning, func(p *reasoningParts) bool { return p.index == e.Index })
	if at < 0 {
		at = len(a.reasoning)
		a.reasoning = append(a.reasoning, &reasoningParts{index: e.Index})
	}
	part := a.reasoning[at]
	part.text.WriteString(e.Text)
	part.signature.WriteString(e.Signature)
	part.redacted.WriteString(e.Redacted)
}

func (a *Assembly) addCall(e ToolCallDelta) {
	call := a.current[e.Index]
	if call == nil || call.isFollowedBy(e) {
		call = &callParts{}
		a.calls = append(a.calls, call)
		if a.current == nil {
			a.current = map[int]*callParts{}
		}
		a.current[e.Index] = call
	}
	if e.ID != "" {
		call.id = e.ID
	}
	if e.Name != "" {
		call.name = e.Name
	}
	call.arguments.WriteString(e.Arguments)
}

// isFollowedBy reports whether a fragment of the same index begins another call.
func (c *callParts) isFollowedBy(e ToolCallDelta) bool {
	if e.ID != "" && c.id != "" {
		return e.ID != c.id
	}
	if e.Name == "" || e.Arguments == "" || c.name == "" {
		return false
	}
	// The look at the last byte keeps this linear where every fragment repeats the name.
	soFar := c.arguments.String()
	return strings.HasSuffix(soFar, "}") && jsontext.Value(soFar).IsValid()
}

// Finish returns the answer at the end of the stream. It fails with [CodeTruncated] when
// no [Finished] event came, with [CodeRefused] when the provider stopped the answer, and
// with [CodeEmpty] when there is neither text nor call; the response then is what
// [Assembly.Partial] gives. An answer that a token limit cut off loses all its calls:
// they are in Response.Dropped.
func (a *Assembly) Finish() (Response, error) {
	switch {
	case !a.finished:
		return a.fail(CodeTruncated, "the stream ended before the answer was finished")
	case a.reason == FinishRefused:
		return a.fail(CodeRefused, "the provider stopped the answer for reasons of content")
	}
	r := a.response()
	for _, c := range a.joined() {
		switch {
		case c.Name == "":
			r.Dropped = append(r.Dropped, DroppedCall{c, "the call has no tool name"})
		case a.reason == FinishMaxTokens:
			r.Dropped = append(r.Dropped, DroppedCall{c, "the answer was cut off by the token limit"})
		default:
			r.Message.ToolCalls = append(r.Message.ToolCalls, c)
		}
	}
	if r.Message.IsEmpty() && a.reason != FinishMaxTokens {
		return a.fail(CodeEmpty, "the model answered with neither text nor tool call")
	}
	r.FinishReason = a.settledReason(len(r.Message.ToolCalls))
	return r, nil
}

func (a *Assembly) fail(code Code, message string) (Response, error) {
	return a.Partial(), &Error{Code: code, Message: message}
}

// settledReason mends a reason that contradicts the calls: some servers say stop although
// calls follow from the answer, and the other way round.
func (a *Assembly) settledReason(calls int) FinishReason {
	switch {
	case calls > 0:
		return FinishToolCalls
	case a.reason == FinishToolCalls:
		return FinishStop
	case a.reason == "":
		return FinishOther
	}
	return a.reason
}

// Partial returns what arrived so far as an interrupted answer without tool calls; the
// zero Response when nothing did.
func (a *Assembly) Partial() Response {
	r := a.response()
	if a.text.Len() == 0 && len(a.reasoning) == 0 {
		return Response{Usage: a.usage}
	}
	r.Message.Interrupted = true
	return r
}

func (a *Assembly) response() Response {
	m := Message{Role: RoleAssistant, Content: TextContent(a.text.String())}
	for _, p := range a.reasoning {
		m.Reasoning = append(m.Reasoning, Reasoning{
			Text: p.text.String(), Signature: p.signature.String(), Redacted: p.redacted.String(),
		})
	}
	return Response{Message: m, FinishReason: a.reason, Usage: a.usage}
}

// joined returns the calls in the order in which they began, each with an id of its own.
func (a *Assembly) joined() []ToolCall {
	var calls []ToolCall
	used := map[string]bool{}
	for _, p := range a.calls {
		if p.name == "" && p.arguments.Len() == 0 {
			continue
		}
		c := ToolCall{ID: p.id, Name: p.name, Arguments: p.arguments.String()}
		if (c.ID == "" || used[c.ID]) && a.NewID != nil {
			c.ID = a.NewID()
		}
		for c.ID == "" || used[c.ID] {
			c.ID = "call_" + rand.Text()
		}
		used[c.ID] = true
		calls = append(calls, c)
	}
	return calls
}
