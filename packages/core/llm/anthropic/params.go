package anthropic

import (
	"encoding/json"
	"strconv"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

// params translates a request. It depends on nothing else, so equal requests give equal bytes.
func (m *Model) params(req llm.Request, tools *provider.Tools) sdk.MessageNewParams {
	p := sdk.MessageNewParams{
		Model:         sdk.Model(req.Selection.Model),
		MaxTokens:     int64(m.config.MaxTokens),
		Messages:      messages(req.Messages, tools),
		Tools:         declarations(tools),
		ToolChoice:    toolChoice(req.ToolChoice, tools),
		StopSequences: req.StopSequences,
	}
	if req.MaxOutputTokens > 0 {
		p.MaxTokens = int64(req.MaxOutputTokens)
	}
	if req.Temperature != nil {
		p.Temperature = sdk.Float(*req.Temperature)
	}
	if req.System != "" {
		p.System = []sdk.TextBlockParam{{Text: req.System}}
	}
	if !m.config.NoCache {
		m.cache(&p)
	}
	setEffort(&p, req.Selection.ReasoningEffort)
	return p
}

// cache asks for two marks: one behind the system prompt, which covers the tools in front of it and
// outlives a compacted conversation, and one at the end of the conversation.
func (m *Model) cache(p *sdk.MessageNewParams) {
	mark := sdk.NewCacheControlEphemeralParam()
	if n := len(p.System); n > 0 {
		p.System[n-1].CacheControl = mark
	}
	if n := len(p.Messages); n > 0 {
		content := p.Messages[n-1].Content
		if at := content[len(content)-1].GetCacheControl(); at != nil {
			*at = mark
		}
	}
}

// setEffort sets how much the model thinks. A number is a budget, for models that take one.
func setEffort(p *sdk.MessageNewParams, effort string) {
	if effort == "" {
		return
	}
	if budget, err := strconv.ParseInt(effort, 10, 64); err == nil {
		p.Thinking = sdk.ThinkingConfigParamOfEnabled(budget)
		return
	}
	p.Thinking = sdk.ThinkingConfigParamUnion{OfAdaptive: &sdk.ThinkingConfigAdaptiveParam{}}
	p.OutputConfig.Effort = sdk.OutputConfigEffort(effort)
}

func toolChoice(choice llm.ToolChoice, tools *provider.Tools) (out sdk.ToolChoiceUnionParam) {
	if len(tools.List) == 0 {
		return out // the protocol refuses a choice without tools
	}
	switch choice.Mode {
	case llm.ToolChoiceNone:
		out.OfNone = &sdk.ToolChoiceNoneParam{}
	case llm.ToolChoiceRequired:
		out.OfAny = &sdk.ToolChoiceAnyParam{}
	case llm.ToolChoiceNamed:
		out.OfTool = &sdk.ToolChoiceToolParam{Name: tools.Wire(choice.Name)}
	}
	return out
}

func declarations(tools *provider.Tools) []sdk.ToolUnionParam {
	var out []sdk.ToolUnionParam
	for _, tool := range tools.List {
		declared := &sdk.ToolParam{Name: tool.Name, InputSchema: schema(tool.Parameters)}
		if tool.Description != "" {
			declared.Description = sdk.String(tool.Description)
		}
		out = append(out, sdk.ToolUnionParam{OfTool: declared})
	}
	return out
}

// schema puts the projected schema in as it is. Its keywords and properties keep their order, which
// models read as one of importance; the SDK's own fields would come out in another order each time.
func schema(parameters jsonvalue.Value) sdk.ToolInputSchemaParam {
	return param.Override[sdk.ToolInputSchemaParam](raw(parameters))
}

// raw is a value that the SDK's encoder puts in as it is.
func raw(v jsonvalue.Value) json.RawMessage { return json.RawMessage(v.Text()) }
