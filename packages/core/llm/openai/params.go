package openai

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"
)

// params translates a request. It depends on nothing else, so equal requests give equal bytes.
func (m *Model) params(req llm.Request, tools *provider.Tools) sdk.ChatCompletionNewParams {
	p := sdk.ChatCompletionNewParams{
		Model:           req.Selection.Model,
		Messages:        m.messages(req, tools),
		Tools:           declarations(tools),
		ToolChoice:      toolChoice(req.ToolChoice, tools),
		ReasoningEffort: shared.ReasoningEffort(req.Selection.ReasoningEffort),
	}
	if req.Temperature != nil {
		p.Temperature = sdk.Float(*req.Temperature)
	}
	if len(req.StopSequences) > 0 {
		p.Stop.OfStringArray = req.StopSequences
	}
	if !m.config.NoStreamUsage {
		p.StreamOptions.IncludeUsage = sdk.Bool(true)
	}
	m.limit(&p, req.MaxOutputTokens)
	return p
}

func (m *Model) limit(p *sdk.ChatCompletionNewParams, tokens int) {
	if tokens == 0 {
		tokens = m.config.MaxTokens
	}
	switch {
	case tokens == 0:
	case m.config.LegacyMaxTokens:
		p.MaxTokens = sdk.Int(int64(tokens))
	default:
		p.MaxCompletionTokens = sdk.Int(int64(tokens))
	}
}

func toolChoice(
	choice llm.ToolChoice, tools *provider.Tools,
) (out sdk.ChatCompletionToolChoiceOptionUnionParam) {
	if len(tools.List) == 0 {
		return out // servers refuse a choice without tools
	}
	switch choice.Mode {
	case llm.ToolChoiceNone, llm.ToolChoiceRequired:
		out.OfAuto = param.NewOpt(choice.Mode)
	case llm.ToolChoiceNamed:
		out = sdk.ToolChoiceOptionFunctionToolChoice(sdk.ChatCompletionNamedToolChoiceFunctionParam{
			Name: tools.Wire(choice.Name),
		})
	}
	return out
}

// declarations puts the projected schemas in as they are. Their keywords and properties keep their
// order, which models read as one of importance; the SDK's own type for schemas would sort some.
func declarations(tools *provider.Tools) []sdk.ChatCompletionToolUnionParam {
	var out []sdk.ChatCompletionToolUnionParam
	for _, tool := range tools.List {
		function := jsonvalue.NewObject(
			jsonvalue.Member{Name: "name", Value: jsonvalue.String(tool.Name)},
			jsonvalue.Member{Name: "description", Value: jsonvalue.String(tool.Description)},
			jsonvalue.Member{Name: "parameters", Value: tool.Parameters},
		)
		out = append(out, sdk.ChatCompletionFunctionTool(
			param.Override[shared.FunctionDefinitionParam](raw(function))))
	}
	return out
}
