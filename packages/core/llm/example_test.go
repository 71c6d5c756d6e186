package llm_test

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
)

func Example() {
	script, err := scripted.Parse([]byte(`{
		"version": 1, "name": "example",
		"turns": [
			{"respond": {"text": "Let me see.", "toolCalls": [{"name": "read", "arguments": {"path": "a.txt"}}]}},
			{"expect": {"results": [{"contains": ["blue"]}]}, "respond": {"text": "It is blue."}}
		]
	}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	var model llm.Model = scripted.NewPlayer(script, 0)
	messages := []llm.Message{llm.UserMessage("Which colour?")}
	for {
		answer, err := model.Generate(context.Background(), llm.Request{Messages: messages}, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(answer.Message.Content.Text())
		if answer.FinishReason != llm.FinishToolCalls {
			return
		}
		messages = append(messages, answer.Message)
		for _, call := range answer.Message.ToolCalls {
			fmt.Println("→", call.Name, call.Arguments)
			messages = append(messages, llm.ToolMessage(llm.ToolResult{
				CallID: call.ID, Content: llm.TextContent("the file says: blue"),
			}))
		}
	}
	// Output:
	// Let me see.
	// → read {"path":"a.txt"}
	// It is blue.
}

func ExampleAssembly() {
	var answer llm.Assembly
	for _, event := range []llm.Event{
		llm.ToolCallDelta{Index: 0, ID: "a", Name: "read"},
		llm.ToolCallDelta{Index: 1, ID: "b", Name: "list", Arguments: "{}"},
		llm.ToolCallDelta{Index: 0, Arguments: `{"path":`},
		llm.ToolCallDelta{Index: 0, Arguments: `"x"}`},
		llm.Finished{Reason: llm.FinishToolCalls},
	} {
		answer.Add(event)
	}
	response, err := answer.Finish()
	for _, call := range response.Message.ToolCalls {
		fmt.Println(call.ID, call.Name, call.Arguments)
	}
	fmt.Println(response.FinishReason, err)
	// Output:
	// a read {"path":"x"}
	// b list {}
	// tool-calls <nil>
}

func ExampleCheckHistory() {
	err := llm.CheckHistory([]llm.Message{
		llm.UserMessage("Which colour?"),
		{Role: llm.RoleAssistant, ToolCalls: []llm.ToolCall{{ID: "a", Name: "read", Arguments: "{}"}}},
		llm.UserMessage("Well?"),
	})
	fmt.Println(llm.CodeOf(err), err)
	// Output: LLM_INVALID_HISTORY message 2: the tool call "a" before it has no result
}

func ExampleMessage() {
	text, err := json.Marshal(llm.Message{
		Role: llm.RoleUser, Content: llm.Content{
			llm.Text{Text: "What is this?"}, llm.Image{MediaType: "image/png", Data: []byte("…")},
		},
		Source: llm.Source{Kind: llm.SourceUser},
	})
	fmt.Println(string(text), err)
	var back llm.Message
	fmt.Println(json.Unmarshal([]byte(`{"role": "user", "content": [{"type": "text", "text": "hi"}]}`), &back), back.Content.Text())
	// Output:
	// {"role":"user","content":[{"type":"text","text":"What is this?"},{"type":"image","mediaType":"image/png","data":"4oCm"}],"source":{"kind":"user"}} <nil>
	// <nil> hi
}

func ExampleToolCall_Input() {
	for _, arguments := range []string{``, `{"a": 1.50}`, `{"a": `} {
		input, ok := llm.ToolCall{Arguments: arguments}.Input()
		fmt.Println(input, ok)
	}
	// Output:
	// {} true
	// {"a":1.50} true
	// {"malformed_arguments":"{\"a\": "} false
}

func ExampleRouter() {
	models := llm.Router{"scripted": scripted.NewPlayer(scripted.Default(), 0)}
	selection, _ := llm.ParseSelection("acme/large")
	_, err := models.Generate(context.Background(), llm.Request{Selection: selection}, nil)
	fmt.Println(llm.CodeOf(err), err)
	// Output: LLM_UNKNOWN_MODEL no provider "acme": known are scripted
}

func ExampleEncodeEvent() {
	v, err := llm.EncodeEvent(llm.ToolCallDelta{Index: 0, Arguments: `{"a":`})
	fmt.Println(v, err)
	e, err := llm.DecodeEvent(v)
	fmt.Printf("%#v %v\n", e, err)
	// Output:
	// {"type":"tool-call-delta","index":0,"arguments":"{\"a\":"} <nil>
	// llm.ToolCallDelta{Index:0, ID:"", Name:"", Arguments:"{\"a\":"} <nil>
}
