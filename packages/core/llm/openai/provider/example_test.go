package provider_test

import (
	"context"
	"fmt"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

func ExampleClient_Generate() {
	client, err := provider.NewClient(provider.Config{
		Name: "example", BaseURL: "https://example.com",
		Retry: provider.Retry{First: time.Millisecond},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer client.Close()
	attempt := 0
	once := func(context.Context, *provider.Exchange) (provider.Outcome, error) {
		if attempt++; attempt < 3 {
			return provider.Outcome{}, &llm.Error{Code: llm.CodeOverloaded, Message: "busy"}
		}
		return provider.Outcome{}, &llm.Error{Code: llm.CodeAuth, Message: "no"}
	}
	_, err = client.Generate(context.Background(), nil, once)
	fmt.Println(attempt, err)
	// Output:
	// 3 example: no
}

func ExampleProject() {
	schema, err := jsonvalue.ParseString(`{"properties":{"tags":{"type":["array","null"]}}}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	tools := provider.Project([]llm.ToolDeclaration{
		{Name: "tag.add", Parameters: schema},
		{Name: "bad", Parameters: jsonvalue.Int(1)},
	}, provider.Compatible())
	for _, tool := range tools.List {
		fmt.Println(tool.Name, "is", tools.Original(tool.Name))
		fmt.Println(tool.Parameters)
	}
	fmt.Println(tools.Warnings[0].Subject)
	// Output:
	// tag_add_a6b463e3 is tag.add
	// {"type":"object","properties":{"tags":{"anyOf":[{"type":"array","items":{}},{"type":"null"}]}}}
	// bad
}

func ExampleAnswer_Error() {
	answer := provider.ParseAnswer([]byte(`{"error":{"message":"slow down","type":"rate_limit_error"}}`))
	answer.Status = 429
	err := answer.Error(provider.Config{Name: "example"})
	fmt.Println(err.Code, err.Retryable())
	fmt.Println(err)
	// Output:
	// LLM_RATE_LIMITED true
	// example: slow down (HTTP status 429)
}

func ExampleKey() {
	key := provider.Key("sk-secret")
	fmt.Printf("%v %s %q %#v\n", key, key, key, key)
	// Output:
	// [redacted] [redacted] "[redacted]" [redacted]
}
