package openai

import (
	"encoding/base64"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	sdk "github.com/openai/openai-go/v3"
)

// messages translates the conversation. Images of tool results wait until the last result of the
// same response, because nothing may stand between results.
func (m *Model) messages(
	req llm.Request, tools *provider.Tools,
) []sdk.ChatCompletionMessageParamUnion {
	var out []sdk.ChatCompletionMessageParamUnion
	if req.System != "" {
		out = append(out, sdk.SystemMessage(req.System))
	}
	var images []sdk.ChatCompletionContentPartUnionParam
	for _, message := range req.Messages {
		if message.Role != llm.RoleTool && len(images) > 0 {
			out, images = append(out, sdk.UserMessage(images)), nil
		}
		switch message.Role {
		case llm.RoleTool:
			out = append(out, sdk.ToolMessage(m.resultText(message), message.ToolResult.CallID))
			images = append(images, m.resultImages(message)...)
		case llm.RoleAssistant:
			out = append(out, m.assistant(message, tools))
		default:
			out = append(out, m.user(message.Content))
		}
	}
	if len(images) > 0 {
		out = append(out, sdk.UserMessage(images))
	}
	return out
}

func (m *Model) user(content llm.Content) sdk.ChatCompletionMessageParamUnion {
	if m.config.NoImages || !content.HasImage() {
		return sdk.UserMessage(m.text(content))
	}
	return sdk.UserMessage(parts(content))
}

func (m *Model) assistant(
	message llm.Message, tools *provider.Tools,
) sdk.ChatCompletionMessageParamUnion {
	a := new(sdk.ChatCompletionAssistantMessageParam)
	if text := m.text(message.Content); text != "" {
		a.Content.OfString = sdk.String(text)
	}
	for _, call := range message.ToolCalls {
		a.ToolCalls = append(a.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{
			OfFunction: &sdk.ChatCompletionMessageFunctionToolCallParam{
				ID: call.ID,
				Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{
					Name: tools.Wire(call.Name), Arguments: arguments(call),
				},
			},
		})
	}
	if thoughts := reasoning(message); thoughts != "" && m.config.SendReasoning {
		a.SetExtraFields(map[string]any{"reasoning_content": thoughts})
	}
	return sdk.ChatCompletionMessageParamUnion{OfAssistant: a}
}

// arguments is the text of the call as the model wrote it, so that the provider finds its own words
// again, unless they would make it refuse the conversation.
func arguments(call llm.ToolCall) string {
	input, ok := call.Input()
	if !ok || call.Arguments == "" {
		return input.Text()
	}
	return call.Arguments
}

func reasoning(message llm.Message) string {
	if len(message.ToolCalls) == 0 {
		return ""
	}
	var text string
	for _, r := range message.Reasoning {
		text += r.Text
	}
	return text
}

// text joins content to one text, with a line for each image.
func (m *Model) text(content llm.Content) string {
	if !content.HasImage() {
		return content.Text()
	}
	var lines llm.Content
	for _, block := range content {
		if image, ok := block.(llm.Image); ok {
			lines = append(lines, llm.Text{Text: fmt.Sprintf("[image %s, %d bytes, not shown: this "+
				"model takes no images here]", image.MediaType, len(image.Data))})
			continue
		}
		lines = append(lines, block)
	}
	return lines.Text()
}

// resultText is what a tool message can carry of a result.
func (m *Model) resultText(message llm.Message) string {
	content := message.ToolResult.Content
	if m.config.NoImages || !content.HasImage() {
		return m.text(content)
	}
	text := content.Text()
	if text != "" {
		text += "\n"
	}
	return text + "[the images of this result follow in a message of their own]"
}

// resultImages are the parts that say which result they belong to, and its images.
func (m *Model) resultImages(message llm.Message) []sdk.ChatCompletionContentPartUnionParam {
	content := message.ToolResult.Content
	if m.config.NoImages || !content.HasImage() {
		return nil
	}
	out := []sdk.ChatCompletionContentPartUnionParam{
		sdk.TextContentPart("Images of the result of call " + message.ToolResult.CallID + ":"),
	}
	for _, block := range content {
		if image, ok := block.(llm.Image); ok {
			out = append(out, imagePart(image))
		}
	}
	return out
}

func parts(content llm.Content) []sdk.ChatCompletionContentPartUnionParam {
	var out []sdk.ChatCompletionContentPartUnionParam
	for _, block := range content {
		switch b := block.(type) {
		case llm.Text:
			out = append(out, sdk.TextContentPart(b.Text))
		case llm.Image:
			out = append(out, imagePart(b))
		}
	}
	return out
}

func imagePart(image llm.Image) sdk.ChatCompletionContentPartUnionParam {
	data := base64.StdEncoding.EncodeToString(image.Data)
	return sdk.ImageContentPart(sdk.ChatCompletionContentPartImageImageURLParam{
		URL: "data:" + image.MediaType + ";base64," + data,
	})
}
