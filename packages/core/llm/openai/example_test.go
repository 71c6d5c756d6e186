package openai_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai"
)

// The text of an answer as it arrives.
func Example() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, events(text("Hello, "), text("world."), finish("stop")))
	}))
	defer server.Close()

	model, err := openai.New(openai.Compatible("local", server.URL, ""))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer model.Close()
	response, err := model.Generate(context.Background(), llm.Request{
		Selection: llm.Selection{Provider: "local", Model: "small"},
		Messages:  []llm.Message{llm.UserMessage("hello")},
	}, func(e llm.Event) {
		if d, ok := e.(llm.TextDelta); ok {
			fmt.Printf("%q\n", d.Text)
		}
	})
	fmt.Println(response.Message.Content.Text(), response.FinishReason, err)
	// Output:
	// "Hello, "
	// "world."
	// Hello, world. stop <nil>
}

func ExampleOpenAI() {
	c := openai.OpenAI("a key")
	fmt.Println(c.Name, c.BaseURL, c.Key)
	// Output:
	// openai https://api.openai.com/v1 [redacted]
}

func ExampleDeepSeek() {
	c := openai.DeepSeek("a key")
	fmt.Println(c.Name, c.BaseURL, c.NoImages)
	// Output:
	// deepseek https://api.deepseek.com true
}

func ExampleOllama() {
	c := openai.Ollama()
	fmt.Println(c.Name, c.BaseURL)
	// Output:
	// ollama http://localhost:11434/v1
}
