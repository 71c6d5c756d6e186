package serve_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestListAndCall(t *testing.T) {
	w := newWorld(t, func(o *serve.Options) { o.Instructions = func() string { return "Be brief." } })
	w.tool("echo", tools.Traits{ReadOnly: true}, echo)
	d, err := tools.Define(tools.Tool[words, words]{Name: "object", Execute: func(_ context.Context, _ *tools.Exec, in words) (words, error) { return in, nil }})
	must(t, err)
	_, err = w.reg.Register(w.root, d)
	must(t, err)
	c := w.connect(nil)
	if got := c.InitializeResult(); got.Instructions != "Be brief." || got.ProtocolVersion != "2025-11-25" {
		t.Errorf("handshake %+v", got)
	}
	list, err := c.ListTools(t.Context(), nil)
	must(t, err)
	text, _ := json.Marshal(list.Tools)
	want := `[{"_meta":{"io.github.dsh-go/concurrencySafe":true},"annotations":{"destructiveHint":false,"idempotentHint":false,"openWorldHint":false,"readOnlyHint":true},` +
		`"description":"Does echo.","inputSchema":{"properties":{"text":{"type":"string"}},"type":"object"},"name":"echo",` +
		`"outputSchema":{"properties":{"result":{"type":"string"}},"required":["result"],"type":"object"}},` +
		`{"inputSchema":{"properties":{"text":{"type":"string"}},"type":"object"},"name":"object",` +
		`"outputSchema":{"additionalProperties":false,"properties":{"text":{"type":"string"}},"type":"object"}}]`
	if diff := cmp.Diff(want, string(text)); diff != "" {
		t.Error(diff)
	}
	r := call(t, c, "echo", map[string]any{"text": "hi"})
	if got, _ := json.Marshal(r); string(got) != `{"content":[{"type":"text","text":"hi"}],"structuredContent":{"result":"hi"}}` {
		t.Errorf("got %s", got)
	}
	r = call(t, c, "object", map[string]any{"text": "hi"})
	if got, _ := json.Marshal(r.StructuredContent); string(got) != `{"text":"hi"}` {
		t.Errorf("got %s", got)
	}
}

func TestFailures(t *testing.T) {
	w := newWorld(t)
	w.tool("fails", tools.Traits{}, func(context.Context, *tools.Exec, words) (string, error) {
		return "", &tools.Error{Name: "SomeError", Code: "SOME_CODE", Message: "it broke"}
	})
	c := w.connect(nil)
	r := call(t, c, "fails", nil)
	if !r.IsError || textOf(r) != "it broke" {
		t.Errorf("got %+v", r)
	}
	if got, _ := json.Marshal(r.Meta); string(got) != `{"io.github.dsh-go/error":{"code":"SOME_CODE","name":"SomeError"}}` {
		t.Errorf("meta %s", got)
	}
	r = call(t, c, "fails", map[string]any{"text": 1})
	if !r.IsError || !strings.Contains(textOf(r), `"text" must be a string`) {
		t.Errorf("got %+v", r)
	}
	_, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "nobody"})
	if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeInvalidParams {
		t.Errorf("got %v", err)
	}
}

func TestImagesAndContexts(t *testing.T) {
	w := newWorld(t)
	d, err := tools.Define(tools.Tool[words, string]{
		Name: "picture",
		Execute: func(_ context.Context, x *tools.Exec, _ words) (string, error) {
			x.DeferContext(llm.Message{Role: llm.RoleUser, Content: llm.TextContent("a note")})
			return "v", nil
		},
		ProjectContent: func(context.Context, *tools.Exec, jsonvalue.Value) (llm.Content, error) {
			return llm.Content{llm.Text{Text: "see"}, llm.Image{MediaType: "image/png", Data: []byte{1, 2}}}, nil
		},
	})
	must(t, err)
	_, err = w.reg.Register(w.root, d)
	must(t, err)
	r := call(t, w.connect(nil), "picture", nil)
	want := []sdk.Content{&sdk.TextContent{Text: "see"}, &sdk.ImageContent{MIMEType: "image/png", Data: []byte{1, 2}}, &sdk.TextContent{Text: "a note"}}
	if diff := cmp.Diff(want, r.Content); diff != "" {
		t.Error(diff)
	}
}

// Policies ask the client's user where the client can be asked; elsewhere the
// call is denied with the policy's reason, whoever else could be asked.
func TestApproval(t *testing.T) {
	const reason = "it deletes things"
	for _, tt := range []struct {
		name   string
		action string // "" for a client that cannot be asked
		reason string
		want   string
	}{
		{"accepted", "accept", reason, "ran"},
		{"declined", "decline", reason, `the user rejected tool "danger"`},
		{"dismissed", "cancel", reason, `approval for tool "danger" was cancelled`},
		{"cannot be asked", "", reason, reason},
		{"cannot be asked, no reason", "", "", `tool "danger" requires approval, and this client's user cannot be asked`},
		{"fails", "fail", reason, `tool "danger" requires approval, but no approval channel is available`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			ran := func(context.Context, *tools.Exec, words) (string, error) { return "ran", nil }
			w.tool("danger", tools.Traits{}, ran)
			_, err := w.reg.ProvideApprover(w.root, somebody{})
			must(t, err)
			must(t, w.reg.Events.PreExecute.On(w.root, asks(tt.reason)))
			var o *sdk.ClientOptions
			var asked string
			if tt.action != "" {
				o = &sdk.ClientOptions{ElicitationHandler: func(_ context.Context, r *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
					asked = r.Params.Message
					if tt.action == "fail" {
						return nil, errNo
					}
					return &sdk.ElicitResult{Action: tt.action}, nil
				}}
			}
			r := call(t, w.connect(o), "danger", map[string]any{"text": "all\u202e of it"})
			if got := textOf(r); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			const question = "Allow this call of tool \"danger\" once?\nReason: it deletes things\n" +
				`Arguments: {"text":"all\u202e of it"}`
			if tt.action != "" && asked != question {
				t.Errorf("asked %q", asked)
			}
		})
	}
}

// somebody is an approver for others than the clients, who allows everything.
type somebody struct{}

func (somebody) Approve(context.Context, tools.ApprovalRequest) (tools.Approval, error) {
	return tools.ApprovalAllowedOnce, nil
}

type decide = event.Next[*tools.Call, tools.Decision]

// asks is a policy that asks about every call.
func asks(reason string) func(context.Context, *tools.Call, decide) (tools.Decision, error) {
	return func(context.Context, *tools.Call, decide) (tools.Decision, error) { return tools.Ask(reason), nil }
}

func TestProgress(t *testing.T) {
	w := newWorld(t)
	w.tool("steps", tools.Traits{}, func(_ context.Context, x *tools.Exec, _ words) (string, error) {
		for i := range 3 {
			x.Progress(float64(i+1), 3, "step", jsonvalue.Value{})
		}
		x.Progress(3, 3, "again", jsonvalue.Value{})
		return "", nil
	})
	got := make(chan [2]float64, 10)
	c := w.connect(&sdk.ClientOptions{ProgressNotificationHandler: func(_ context.Context, r *sdk.ProgressNotificationClientRequest) {
		got <- [2]float64{r.Params.Progress, r.Params.Total}
	}})
	_, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "steps", Meta: sdk.Meta{"progressToken": "tok"}})
	must(t, err)
	for _, want := range [][2]float64{{1, 3}, {2, 3}, {3, 3}, {4, 0}} {
		if p := <-got; p != want {
			t.Errorf("got %v, want %v", p, want)
		}
	}
	call(t, c, "steps", nil) // nobody follows this one
}

// gated is a body that says when it runs and when it was cancelled.
func gated(w *world, name string) (running, cancelled chan struct{}) {
	running, cancelled = make(chan struct{}), make(chan struct{})
	w.tool(name, tools.Traits{}, func(ctx context.Context, _ *tools.Exec, _ words) (string, error) {
		close(running)
		<-ctx.Done()
		close(cancelled)
		return "", ctx.Err()
	})
	return running, cancelled
}

func TestCancellationReachesTheBody(t *testing.T) {
	w := newWorld(t)
	running, cancelled := gated(w, "slow")
	c := w.connect(nil)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-running
		cancel()
	}()
	_, err := c.CallTool(ctx, &sdk.CallToolParams{Name: "slow"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	eventually(t, "the body is cancelled", cancelled)
}

func TestClientGoesAway(t *testing.T) {
	w := newWorld(t)
	running, cancelled := gated(w, "slow")
	c, breakUp := w.connectStreams(nil)
	go func() {
		<-running
		breakUp()
	}()
	if _, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "slow"}); err == nil {
		t.Error("the call succeeded")
	}
	eventually(t, "the body is cancelled", cancelled)
}

func TestToolsComeAndGo(t *testing.T) {
	w := newWorld(t)
	changed := make(chan struct{}, 100)
	c := w.connect(&sdk.ClientOptions{ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
		changed <- struct{}{}
	}})
	_, err := c.ListTools(t.Context(), nil)
	must(t, err)
	for i := range 50 {
		w.tool("t"+jsonvalue.Int(int64(i)).Text(), tools.Traits{}, echo)
	}
	eventually(t, "the client is told", changed)
	list, err := c.ListTools(t.Context(), nil)
	must(t, err)
	if len(list.Tools) != 50 || len(changed) > 10 {
		t.Errorf("%d tools, %d more notifications", len(list.Tools), len(changed))
	}
}

type store map[string]string

func (s store) Spilled(id string) []serve.Spill {
	text, ok := s[id]
	if !ok {
		return nil
	}
	read := func(context.Context) (string, error) { return text, nil }
	return []serve.Spill{{Name: "echo.txt", Bytes: int64(len(text)), Read: read}}
}

func TestSpilledOutput(t *testing.T) {
	s := store{"mcp-1-1": "the whole text"}
	w := newWorld(t, func(o *serve.Options) { o.Spills = s })
	w.tool("echo", tools.Traits{}, echo)
	c := w.connect(nil)
	r := call(t, c, "echo", words{"short"})
	link, ok := r.Content[len(r.Content)-1].(*sdk.ResourceLink)
	if !ok || link.URI != "dsh-output://mcp-1-1/0/echo.txt" || *link.Size != 14 {
		t.Fatalf("got %+v", r.Content)
	}
	read, err := c.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: link.URI})
	must(t, err)
	if read.Contents[0].Text != "the whole text" {
		t.Errorf("read %+v", read.Contents[0])
	}
	list, err := c.ListResources(t.Context(), nil)
	must(t, err)
	if len(list.Resources) != 1 {
		t.Errorf("listed %+v", list.Resources)
	}
	if _, err := w.connect(nil).ReadResource(t.Context(), &sdk.ReadResourceParams{URI: link.URI}); err == nil {
		t.Error("another client read it")
	}
	if r := call(t, c, "echo", words{"short"}); len(r.Content) != 1 {
		t.Errorf("got %+v", r.Content)
	}
}
