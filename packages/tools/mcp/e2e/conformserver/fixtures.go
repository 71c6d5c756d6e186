package main

import (
	"context"
	"encoding/base64"
	"errors"
	"time"

	full "github.com/dsh-go/dsh/packages/core/json-schema-full"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
)

type none struct{}

// message is the argument of the tools that ask.
type message struct {
	Message string `json:"message,omitzero"`
}

// fixtures are the tools that the suite's scenarios call.
var fixtures = []func() (tools.Definition, error){
	says("test_simple_text", "This is a simple text response for testing."),
	image,
	fails,
	reports,
	logs,
	schema202012,
	asks("test_elicitation", `{"type":"object","required":["username","email"],"properties":{
		"username":{"type":"string","description":"User's response"},
		"email":{"type":"string","description":"User's email address"}}}`),
	asks("test_elicitation_sep1034_defaults", `{"type":"object","properties":{
		"name":{"type":"string","default":"John Doe"},
		"age":{"type":"integer","default":30},"score":{"type":"number","default":95.5},
		"status":{"type":"string","enum":["active","inactive","pending"],"default":"active"},
		"verified":{"type":"boolean","default":true}}}`),
	asks("test_elicitation_sep1330_enums", `{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[{"const":"value1","title":"First Option"},
			{"const":"value2","title":"Second Option"},{"const":"value3","title":"Third Option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],
			"enumNames":["Option One","Option Two","Option Three"]},
		"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","items":{"anyOf":[{"const":"value1","title":"First Choice"},
			{"const":"value2","title":"Second Choice"},{"const":"value3","title":"Third Choice"}]}}}}`),
}

func says(name, text string) func() (tools.Definition, error) {
	return func() (tools.Definition, error) {
		return tools.Define(tools.Tool[none, string]{
			Name: name, Description: "Says something.", Traits: tools.Traits{ReadOnly: true},
			Execute: func(context.Context, *tools.Exec, none) (string, error) { return text, nil },
		})
	}
}

// redDot is a PNG of one red pixel.
const redDot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dw" +
	"HwAFBQIAX8jx0gAAAABJRU5ErkJggg=="

func image() (tools.Definition, error) {
	return tools.Define(tools.Tool[none, string]{
		Name: "test_image_content", Description: "Shows an image.",
		Execute: func(context.Context, *tools.Exec, none) (string, error) { return "a red dot", nil },
		ProjectContent: func(context.Context, *tools.Exec, jsonvalue.Value) (llm.Content, error) {
			data, err := base64.StdEncoding.DecodeString(redDot)
			return llm.Content{llm.Image{MediaType: "image/png", Data: data}}, err
		},
	})
}

func fails() (tools.Definition, error) {
	return tools.Define(tools.Tool[none, string]{
		Name: "test_error_handling", Description: "Fails.",
		Execute: func(context.Context, *tools.Exec, none) (string, error) {
			//lint:ignore ST1005 the suite's text
			return "", errors.New("This tool intentionally returns an error for testing")
		},
	})
}

func reports() (tools.Definition, error) {
	return tools.Define(tools.Tool[none, string]{
		Name: "test_tool_with_progress", Description: "Reports progress.",
		Execute: func(_ context.Context, x *tools.Exec, _ none) (string, error) {
			for _, done := range []float64{0, 50, 100} {
				x.Progress(done, 100, "", jsonvalue.Value{})
				time.Sleep(50 * time.Millisecond)
			}
			return "done", nil
		},
	})
}

func logs() (tools.Definition, error) {
	return tools.Define(tools.Tool[none, string]{
		Name: "test_tool_with_logging", Description: "Logs.",
		Execute: func(ctx context.Context, _ *tools.Exec, _ none) (string, error) {
			peer, ok := serve.PeerOf(ctx)
			if !ok {
				return "", errors.New("no client")
			}
			for _, text := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
				if err := peer.Log(ctx, "info", text); err != nil {
					return "", err
				}
				time.Sleep(50 * time.Millisecond)
			}
			return "done", nil
		},
	})
}

// asks asks the client's user with a form.
func asks(name, form string) func() (tools.Definition, error) {
	return func() (tools.Definition, error) {
		schema, err := jsonvalue.ParseString(form)
		if err != nil {
			return tools.Definition{}, err
		}
		return tools.Define(tools.Tool[message, string]{
			Name: name, Description: "Asks the user.",
			Execute: func(ctx context.Context, _ *tools.Exec, in message) (string, error) {
				peer, ok := serve.PeerOf(ctx)
				if !ok || !peer.CanElicit() {
					return "", errors.New("the client cannot be asked")
				}
				if in.Message == "" {
					in.Message = "Please answer."
				}
				a, err := peer.Elicit(ctx, in.Message, schema)
				if err != nil {
					return "", err
				}
				return "User response: action=" + a.Action + ", content=" + a.Content.Text(), nil
			},
		})
	}
}

// schema202012 is a raw tool whose schema goes beyond the enforced subset.
func schema202012() (tools.Definition, error) {
	parameters, err := jsonvalue.ParseString(`{
		"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
		"$defs":{"address":{"type":"object","properties":{
			"street":{"type":"string"},"city":{"type":"string"}}}},
		"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"}},"additionalProperties":false}`)
	if err != nil {
		return tools.Definition{}, err
	}
	arguments, err := full.Compile(parameters)
	if err != nil {
		return tools.Definition{}, err
	}
	return tools.Definition{
		Name: "json_schema_2020_12_tool", Description: "Tool with JSON Schema 2020-12 features",
		Parameters: parameters, Arguments: arguments,
		Output: tools.Output{
			Schema: jsonvalue.NewObject(),
			Render: func(_, v jsonvalue.Value) (llm.Content, error) { return llm.TextContent(v.Text()), nil },
		},
		Execute: func(_ context.Context, x *tools.Exec) (any, error) { return x.Arguments(), nil },
	}, nil
}
