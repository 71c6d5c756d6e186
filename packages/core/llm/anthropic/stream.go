package anthropic

import (
	"errors"
	"net/http"
	"slices"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/ssestream"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

// reader turns the events of one stream into ours.
type reader struct {
	x       *provider.Exchange
	tools   *provider.Tools
	config  provider.Config
	outcome provider.Outcome
	stopped bool
	calls   []int // the indexes of the blocks that are calls, in order
}

// call numbers the calls of an answer from 0, as other protocols do: here the index
// counts blocks of text, too.
func (r *reader) call(index int) int {
	n := slices.Index(r.calls, index)
	if n < 0 {
		n = len(r.calls)
		r.calls = append(r.calls, index)
	}
	return n
}

// read reads the stream to its end, which is the event message_stop.
func (r *reader) read(
	stream *ssestream.Stream[sdk.MessageStreamEventUnion],
) (provider.Outcome, error) {
	for stream.Next() {
		r.take(stream.Current())
	}
	if err := stream.Err(); err != nil {
		return r.outcome, r.failure(err)
	}
	if !r.stopped {
		return r.outcome, &llm.Error{
			Code: llm.CodeTruncated, Message: "the stream ended before the answer was finished",
		}
	}
	return r.outcome, nil
}

// failure explains an error that the server put into the stream. Others explain themselves.
func (r *reader) failure(err error) error {
	refusal, ok := errors.AsType[*sdk.Error](err)
	if !ok {
		return err
	}
	answer := provider.ParseAnswer([]byte(refusal.RawJSON()))
	answer.Status = http.StatusOK
	return answer.Error(r.config)
}

func (r *reader) take(e sdk.MessageStreamEventUnion) {
	index := int(e.Index)
	switch e.Type {
	case "message_start":
		r.outcome.ID, r.outcome.Model = e.Message.ID, string(e.Message.Model)
		u := e.Message.Usage
		r.usage(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens, 0)
	case "content_block_start":
		r.block(index, e.ContentBlock)
	case "content_block_delta":
		r.delta(index, e.Delta)
	case "message_delta":
		if e.Delta.StopReason != "" {
			r.outcome.Reason = finishReason(e.Delta.StopReason)
		}
		u := e.Usage
		r.usage(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens,
			u.OutputTokensDetails.ThinkingTokens)
	case "message_stop":
		r.stopped = true
	}
}

// block takes the beginning of a block, which may hold its first text already.
func (r *reader) block(index int, b sdk.ContentBlockStartEventContentBlockUnion) {
	switch b.Type {
	case "tool_use":
		r.x.Emit(llm.ToolCallDelta{Index: r.call(index), ID: b.ID, Name: r.tools.Original(b.Name)})
	case "text":
		r.text(b.Text)
	case "thinking":
		r.thoughts(llm.ReasoningDelta{Index: index, Text: b.Thinking, Signature: b.Signature})
	case "redacted_thinking":
		r.thoughts(llm.ReasoningDelta{Index: index, Redacted: b.Data})
	}
}

func (r *reader) delta(index int, d sdk.MessageStreamEventUnionDelta) {
	switch d.Type {
	case "text_delta":
		r.text(d.Text)
	case "input_json_delta":
		if d.PartialJSON != "" {
			r.x.Emit(llm.ToolCallDelta{Index: r.call(index), Arguments: d.PartialJSON})
		}
	case "thinking_delta":
		r.thoughts(llm.ReasoningDelta{Index: index, Text: d.Thinking})
	case "signature_delta":
		r.thoughts(llm.ReasoningDelta{Index: index, Signature: d.Signature})
	}
}

func (r *reader) text(text string) {
	if text != "" {
		r.x.Emit(llm.TextDelta{Text: text})
	}
}

func (r *reader) thoughts(d llm.ReasoningDelta) {
	if d != (llm.ReasoningDelta{Index: d.Index}) {
		r.x.Emit(d)
	}
}

// usage adds up what the provider counts apart: input that came from the cache or went into it.
func (r *reader) usage(input, read, written, output, thinking int64) {
	usage := llm.Usage{
		OutputTokens: output, ReasoningTokens: thinking,
		CacheReadTokens: read, CacheWriteTokens: written,
	}
	if input > 0 {
		usage.InputTokens = input + read + written
	}
	if usage != (llm.Usage{}) {
		r.x.Emit(llm.UsageUpdate{Usage: usage})
	}
}

func finishReason(reason sdk.StopReason) llm.FinishReason {
	switch reason {
	case sdk.StopReasonEndTurn, sdk.StopReasonStopSequence:
		return llm.FinishStop
	case sdk.StopReasonMaxTokens, sdk.StopReasonModelContextWindowExceeded:
		return llm.FinishMaxTokens
	case sdk.StopReasonToolUse:
		return llm.FinishToolCalls
	case sdk.StopReasonRefusal:
		return llm.FinishRefused
	default:
		return llm.FinishOther
	}
}
