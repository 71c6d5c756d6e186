package anthropic_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/anthropic"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

// A call that the model asks for.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, events(begin, toolUse(0, "call-1", "read"), input(0, `{"path":"notes.txt"}`),
			stop("tool_use"), end))
	}))
	defer server.Close()

	model, err := anthropic.New(anthropic.Config{Config: provider.Config{BaseURL: server.URL}})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.Close()
	response, err := model.Generate(context.Background(), llm.Request{
		Selection: llm.Selection{Provider: "anthropic", Model: "claude"},
		Messages:  []llm.Message{llm.UserMessage("What is in my notes?")},
		Tools:     []llm.ToolDeclaration{{Name: "read", Description: "Reads a file."}},
	}, nil)
	for _, call := range response.Message.ToolCalls {
		fmt.Println(call.Name, call.Arguments)
	}
	fmt.Println(response.FinishReason, err)
	// Output:
	// read {"path":"notes.txt"}
	// tool-calls <nil>
}
