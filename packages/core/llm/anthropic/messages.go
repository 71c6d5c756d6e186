package anthropic

import (
	"encoding/base64"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

// messages translates the conversation. Messages of one side that follow each other become one, so
// that the results of a response stand together at the front of what answers it.
func messages(conversation []llm.Message, tools *provider.Tools) []sdk.MessageParam {
	var out []sdk.MessageParam
	add := func(m sdk.MessageParam) {
		if n := len(out); n > 0 && out[n-1].Role == m.Role {
			out[n-1].Content = append(out[n-1].Content, m.Content...)
		} else if len(m.Content) > 0 {
			out = append(out, m)
		}
	}
	for _, m := range conversation {
		switch m.Role {
		case llm.RoleTool:
			add(sdk.NewUserMessage(result(*m.ToolResult)))
		case llm.RoleAssistant:
			add(sdk.NewAssistantMessage(assistant(m, tools)...))
		default:
			add(sdk.NewUserMessage(blocks(m.Content)...))
		}
	}
	return out
}

func assistant(m llm.Message, tools *provider.Tools) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, r := range m.Reasoning {
		switch {
		case r.Redacted != "":
			out = append(out, sdk.NewRedactedThinkingBlock(r.Redacted))
		case r.Signature != "":
			out = append(out, sdk.NewThinkingBlock(r.Signature, r.Text))
		}
	}
	out = append(out, blocks(m.Content)...)
	for _, call := range m.ToolCalls {
		input, _ := call.Input() // a call that was malformed says so in its input
		out = append(out, sdk.NewToolUseBlock(call.ID, raw(input), tools.Wire(call.Name)))
	}
	return out
}

func result(r llm.ToolResult) sdk.ContentBlockParamUnion {
	block := &sdk.ToolResultBlockParam{ToolUseID: r.CallID}
	if r.IsError {
		block.IsError = sdk.Bool(true)
	}
	for _, b := range blocks(r.Content) {
		block.Content = append(block.Content, sdk.ToolResultBlockParamContentUnion{
			OfText: b.OfText, OfImage: b.OfImage,
		})
	}
	return sdk.ContentBlockParamUnion{OfToolResult: block}
}

// blocks translates content. Text of nothing but white space is refused by the provider.
func blocks(content llm.Content) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, block := range content {
		switch b := block.(type) {
		case llm.Text:
			if strings.TrimSpace(b.Text) != "" {
				out = append(out, sdk.NewTextBlock(b.Text))
			}
		case llm.Image:
			data := base64.StdEncoding.EncodeToString(b.Data)
			out = append(out, sdk.NewImageBlockBase64(b.MediaType, data))
		}
	}
	return out
}
