package openai

import (
	"errors"
	"net/http"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	"github.com/go-json-experiment/json"
	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"
	"github.com/openai/openai-go/v3/packages/ssestream"
)

// reader turns the chunks of one stream into events.
type reader struct {
	x       *provider.Exchange
	tools   *provider.Tools
	config  provider.Config
	outcome provider.Outcome
	refused bool
	ended   bool
}

// read reads the stream to its end. The answer counts as finished only there: some servers name the
// reason to stop before they send the last fragments.
func (r *reader) read(stream *ssestream.Stream[sdk.ChatCompletionChunk]) (provider.Outcome, error) {
	for stream.Next() {
		if err := r.take(stream.Current()); err != nil {
			return r.outcome, err
		}
	}
	if err := stream.Err(); err != nil {
		return r.outcome, r.failure(err)
	}
	if !r.ended {
		return r.outcome, &llm.Error{
			Code: llm.CodeTruncated, Message: "the stream ended before the answer was finished",
		}
	}
	if r.refused {
		r.outcome.Reason = llm.FinishRefused
	}
	return r.outcome, nil
}

// failure explains an error that the server put into the stream. Others explain themselves.
func (r *reader) failure(err error) error {
	refusal, ok := errors.AsType[*ssestream.StreamError](err)
	if !ok {
		return err
	}
	answer := provider.ParseAnswer(refusal.Event.Data)
	answer.Status = http.StatusOK
	return answer.Error(r.config)
}

func (r *reader) take(chunk sdk.ChatCompletionChunk) error {
	if chunk.ID != "" {
		r.outcome.ID = chunk.ID
	}
	if chunk.Model != "" {
		r.outcome.Model = chunk.Model
	}
	for _, choice := range chunk.Choices {
		if choice.Index != 0 {
			continue // nobody asked for alternatives
		}
		r.delta(choice.Delta)
		if choice.FinishReason == "" {
			continue
		}
		reason, err := finishReason(choice.FinishReason)
		if err != nil {
			return err
		}
		r.outcome.Reason, r.ended = reason, true
	}
	r.usage(chunk.Usage)
	return nil
}

func (r *reader) delta(d sdk.ChatCompletionChunkChoiceDelta) {
	if thoughts := reasoningText(d); thoughts != "" {
		r.x.Emit(llm.ReasoningDelta{Text: thoughts})
	}
	if d.Content != "" {
		r.x.Emit(llm.TextDelta{Text: d.Content})
	}
	if d.Refusal != "" {
		r.refused = true
		r.x.Emit(llm.TextDelta{Text: d.Refusal})
	}
	for _, call := range d.ToolCalls {
		r.call(int(call.Index), call.ID, call.Function.Name, call.Function.Arguments)
	}
	//lint:ignore SA1019 older servers still send it
	if old := d.FunctionCall; old.Name != "" || old.Arguments != "" {
		r.call(0, "", old.Name, old.Arguments)
	}
}

func (r *reader) call(index int, id, name, arguments string) {
	if id == "" && name == "" && arguments == "" {
		return
	}
	r.x.Emit(llm.ToolCallDelta{
		Index: index, ID: id, Name: r.tools.Original(name), Arguments: arguments,
	})
}

// reasoningText reads the members in which servers put thoughts. OpenAI's protocol has none.
func reasoningText(d sdk.ChatCompletionChunkChoiceDelta) string {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		if text := extraText(d.JSON.ExtraFields[name]); text != "" {
			return text
		}
	}
	return ""
}

func extraText(f respjson.Field) string {
	var text string
	if json.Unmarshal([]byte(f.Raw()), &text) != nil {
		return ""
	}
	return text
}

func (r *reader) usage(u sdk.CompletionUsage) {
	usage := llm.Usage{
		InputTokens: u.PromptTokens, OutputTokens: u.CompletionTokens,
		ReasoningTokens: u.CompletionTokensDetails.ReasoningTokens,
		CacheReadTokens: u.PromptTokensDetails.CachedTokens,
	}
	var hits int64
	extra := u.JSON.ExtraFields["prompt_cache_hit_tokens"] // DeepSeek's name
	if usage.CacheReadTokens == 0 && json.Unmarshal([]byte(extra.Raw()), &hits) == nil {
		usage.CacheReadTokens = hits
	}
	if usage != (llm.Usage{}) {
		r.x.Emit(llm.UsageUpdate{Usage: usage})
	}
}

func finishReason(text string) (llm.FinishReason, error) {
	switch text {
	case "stop":
		return llm.FinishStop, nil
	case "length":
		return llm.FinishMaxTokens, nil
	case "tool_calls", "function_call":
		return llm.FinishToolCalls, nil
	case "content_filter":
		return llm.FinishRefused, nil
	case "insufficient_system_resource":
		return "", &llm.Error{
			Code: llm.CodeOverloaded, Message: "the provider gave up the answer for lack of resources",
		}
	default:
		return llm.FinishOther, nil
	}
}
