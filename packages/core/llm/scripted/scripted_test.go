package scripted_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
)

func load(t *testing.T) *scripted.Script {
	t.Helper()
	s, err := scripted.Load("testdata/greeting.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// talk is a conversation with a model.
type talk struct {
	t     *testing.T
	model llm.Model
	req   llm.Request
	heard strings.Builder
}

func begin(t *testing.T, model llm.Model, text string) *talk {
	return &talk{t: t, model: model, req: llm.Request{
		System:   "You are a helper.",
		Tools:    []llm.ToolDeclaration{{Name: "read"}},
		Messages: []llm.Message{llm.UserMessage(text)},
	}}
}

// ask asks and appends the answer to the history, as an agent would.
func (k *talk) ask() (llm.Response, error) {
	k.t.Helper()
	k.heard.Reset()
	r, err := k.model.Generate(k.t.Context(), k.req, func(e llm.Event) {
		if delta, ok := e.(llm.TextDelta); ok {
			k.heard.WriteString(delta.Text)
		}
	})
	if err == nil && !r.Message.IsEmpty() {
		k.req.Messages = append(k.req.Messages, r.Message)
	}
	return r, err
}

func (k *talk) say(text string) { k.req.Messages = append(k.req.Messages, llm.UserMessage(text)) }

func (k *talk) answer(id, text string, isError bool) {
	k.req.Messages = append(k.req.Messages, llm.ToolMessage(llm.ToolResult{
		CallID: id, Content: llm.TextContent(text), IsError: isError,
	}))
}

func TestPlay(t *testing.T) {
	player := scripted.NewPlayer(load(t), 0)
	k := begin(t, player, "hello you")
	first, err := k.ask()
	if err != nil {
		t.Fatal(err)
	}
	want := llm.Response{
		Message: llm.Message{
			Role:      llm.RoleAssistant,
			Content:   llm.TextContent("Let me look into the file that you mean, and then into the other one."),
			Reasoning: []llm.Reasoning{{Text: "The file will tell.", Signature: "sig"}},
			ToolCalls: []llm.ToolCall{
				{ID: "call_1_1", Name: "read", Arguments: `{"path":"a.txt","limit":1.0}`},
				{ID: "own", Name: "read", Arguments: "{broken"},
			},
			Source: llm.Source{Kind: llm.SourceModel, Name: "scripted/greeting"},
		},
		FinishReason: llm.FinishToolCalls, Usage: llm.Usage{InputTokens: 12, OutputTokens: 5}, Model: "greeting",
	}
	if diff := cmp.Diff(want, first); diff != "" {
		t.Error(diff)
	}
	if k.heard.String() != first.Message.Content.Text() {
		t.Errorf("heard %q", k.heard.String())
	}
	k.answer("call_1_1", "hi there", false)
	k.answer("own", "no JSON", true)

	second, err := k.ask()
	e, _ := errors.AsType[*llm.Error](err)
	if e == nil || e.Code != llm.CodeOverloaded || e.Status != 529 || e.RetryAfter != 1500*time.Millisecond || !e.Retryable() {
		t.Fatalf("second answer: %v, %v", second, err)
	}
	if !second.Message.Interrupted || second.Message.Content.Text() != "It s" {
		t.Errorf("what came before the error: %+v", second.Message)
	}
	if r, err := k.ask(); err != nil || r.Message.Content.Text() != "It says hi." {
		t.Errorf("third answer: %v, %v", r, err)
	}
	k.say("more")
	cut, err := k.ask()
	if err != nil || cut.FinishReason != llm.FinishMaxTokens || len(cut.Dropped) != 1 || len(cut.Message.ToolCalls) != 0 {
		t.Errorf("fourth answer: %+v, %v", cut, err)
	}
	k.say("more")
	if _, err := k.ask(); llm.CodeOf(err) != llm.CodeEmpty {
		t.Errorf("fifth answer: %v", err)
	}
	if player.Remaining() != 1 {
		t.Errorf("%d turns remain", player.Remaining())
	}
	if r, err := k.ask(); err != nil || r.Message.Content.Text() != "Bye." {
		t.Errorf("sixth answer: %v, %v", r, err)
	}
	k.say("more")
	if _, err := k.ask(); llm.CodeOf(err) != scripted.CodeExhausted {
		t.Errorf("after the end: %v", err)
	}
	if player.Remaining() != 0 {
		t.Errorf("%d turns remain", player.Remaining())
	}
}

func TestDeparture(t *testing.T) {
	again := func(change func(*talk)) error {
		k := begin(t, scripted.NewPlayer(load(t), 0), "hello you")
		if change(k); len(k.req.Messages) > 1 {
			return nil
		}
		_, err := k.ask()
		return err
	}
	answered := func(change func(k *talk)) error {
		k := begin(t, scripted.NewPlayer(load(t), 0), "hello you")
		if _, err := k.ask(); err != nil {
			t.Fatal(err)
		}
		k.answer("call_1_1", "overridden", false)
		k.answer("own", "failed", true)
		if _, err := k.ask(); llm.CodeOf(err) != llm.CodeOverloaded {
			t.Fatal(err)
		}
		change(k)
		_, err := k.ask()
		return err
	}
	cases := []struct {
		name   string
		err    error
		reason string
	}{
		{"other words", again(func(k *talk) { k.req.Messages[0] = llm.UserMessage("good day") }),
			`script "greeting", turn 1: expected "hello" in what was said, got "good day"`},
		{"long words", again(func(k *talk) { k.req.Messages[0] = llm.UserMessage(strings.Repeat("é", 300)) }),
			strings.Repeat("é", 200) + `"…`},
		{"other system prompt", again(func(k *talk) { k.req.System = "" }), `expected "You are" in the system prompt`},
		{"no tools", again(func(k *talk) { k.req.Tools = nil }), `expected the tool "read" among those declared: (none)`},
		{"other tools", again(func(k *talk) { k.req.Tools[0].Name = "write" }), `expected the tool "read" among those declared: write`},
		{"other result", answered(func(*talk) {}), `turn 3: tool result 1: expected "hi" in it, got "overridden"`},
		{"failure", answered(func(k *talk) { k.req.Messages[2].ToolResult.IsError = true }), `tool result 1: expected isError false, got true: "overridden"`},
		{"other role", answered(func(k *talk) { k.say("go on") }), "expected a last message of role tool, got user"},
		{"other tool", answered(func(k *talk) {
			k.req.Messages[2].ToolResult.Content = llm.TextContent("hi")
			k.req.Messages[1].ToolCalls[0].Name = "list"
		}), `tool result 1: expected one of the tool "read", got one of "list"`},
		{"fewer results", answered(func(k *talk) {
			k.req.Messages[1].ToolCalls = k.req.Messages[1].ToolCalls[:1]
			k.req.Messages = k.req.Messages[:3]
		}), "expected 2 tool results, got 1"},
	}
	for _, c := range cases {
		if llm.CodeOf(c.err) != scripted.CodeDeparted || !strings.Contains(c.err.Error(), c.reason) {
			t.Errorf("%s: %v, want %s", c.name, c.err, c.reason)
		}
	}
}

// A request that fails its checks plays nothing: mended, it gets the same turn.
func TestDepartureCanBeMended(t *testing.T) {
	k := begin(t, scripted.NewPlayer(load(t), 0), "hello you")
	k.req.System = ""
	if _, err := k.ask(); llm.CodeOf(err) != scripted.CodeDeparted {
		t.Fatal(err)
	}
	k.req.System = "You are"
	if _, err := k.ask(); err != nil {
		t.Error(err)
	}
	if _, err := k.model.Generate(t.Context(), llm.Request{}, nil); llm.CodeOf(err) != llm.CodeHistory {
		t.Errorf("a broken request: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := k.model.Generate(ctx, k.req, nil); llm.CodeOf(err) != llm.CodeCancelled {
		t.Errorf("a cancelled request: %v", err)
	}
}

// A new player goes on where the history is.
func TestResume(t *testing.T) {
	k := begin(t, scripted.NewPlayer(load(t), 0), "hello you")
	if _, err := k.ask(); err != nil {
		t.Fatal(err)
	}
	k.answer("call_1_1", "hi", false)
	k.answer("own", "", true)
	k.req.Messages = append(k.req.Messages, llm.Message{
		Role: llm.RoleAssistant, Content: llm.TextContent("It"), Interrupted: true,
	})
	k.answered(t)
	k.model = scripted.NewPlayer(load(t), 0)
	if _, err := k.ask(); llm.CodeOf(err) != llm.CodeOverloaded {
		t.Errorf("the turn after the first answer: %v", err)
	}
}

// answered drops the interrupted answer again, as the script expects results last.
func (k *talk) answered(t *testing.T) {
	t.Helper()
	k.req.Messages = k.req.Messages[:len(k.req.Messages)-1]
}

func TestConversations(t *testing.T) {
	player := scripted.NewPlayer(load(t), 0)
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			if i%2 == 0 {
				k := begin(t, player, "hello you")
				if r, err := k.ask(); err != nil || len(r.Message.ToolCalls) != 2 {
					t.Error(r, err)
				}
				return
			}
			k := begin(t, player, "please do sub-task number 7")
			for range 3 {
				if r, err := k.ask(); err != nil || r.Message.Content.Text() != "Done with it." {
					t.Error(r, err)
				}
				k.say("again")
			}
		})
	}
	group.Wait()
}

func TestDefault(t *testing.T) {
	player := scripted.NewPlayer(scripted.Default(), 0)
	k := begin(t, player, "anything")
	for range 3 {
		if r, err := k.ask(); err != nil || !strings.Contains(r.Message.Content.Text(), "scripted model") {
			t.Fatal(r, err)
		}
		k.say("more")
	}
	if player.Remaining() != 0 {
		t.Error("turns remain")
	}
}

func TestPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := begin(t, scripted.NewPlayer(load(t), time.Second), "hello you")
		begun := time.Now()
		if _, err := k.ask(); err != nil {
			t.Fatal(err)
		}
		if time.Since(begun) < 5*time.Second {
			t.Errorf("played in %v", time.Since(begun))
		}
		ctx, cancel := context.WithTimeout(t.Context(), 4500*time.Millisecond)
		defer cancel()
		k = begin(t, scripted.NewPlayer(load(t), time.Second), "hello you")
		r, err := k.model.Generate(ctx, k.req, nil)
		if llm.CodeOf(err) != llm.CodeCancelled || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error = %v", err)
		}
		if !r.Message.Interrupted || r.Message.Content.IsEmpty() || len(r.Message.ToolCalls) > 0 {
			t.Errorf("what had arrived: %+v", r.Message)
		}
		k.model = scripted.NewPlayer(load(t), 0)
		if _, err := k.ask(); err != nil {
			t.Errorf("the cancelled turn again: %v", err)
		}
	})
}

func TestRecorder(t *testing.T) {
	recorder := scripted.NewRecorder(scripted.NewPlayer(load(t), 0), "copy")
	converse := func(model llm.Model) []string {
		var heard []string
		note := func(r llm.Response, err error) {
			heard = append(heard, string(llm.CodeOf(err))+" "+string(r.FinishReason)+" "+r.Message.Content.Text())
			for _, c := range r.Message.ToolCalls {
				heard = append(heard, c.ID+c.Name+c.Arguments)
			}
			for _, d := range r.Dropped {
				heard = append(heard, "dropped "+d.Call.Arguments)
			}
		}
		k := begin(t, model, "hello you")
		note(k.ask())
		k.answer("call_1_1", "hi", false)
		k.answer("own", "no", true)
		note(k.ask())
		sub := begin(t, model, "sub-task 7: hello")
		note(sub.ask())
		for range 4 {
			note(k.ask())
			k.say("more")
		}
		return heard
	}
	heard := converse(recorder)
	begin(t, recorder, "sub").ask()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := recorder.Generate(ctx, begin(t, nil, "gone").req, nil); err == nil {
		t.Error("a cancelled request was answered")
	}
	path := t.TempDir() + "/copy.json"
	if err := recorder.WriteFile(path); err != nil {
		t.Fatal(err)
	}
	copied, err := scripted.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(copied.Turns) != 6 || len(copied.Conversations) != 2 {
		t.Errorf("%d turns, %d conversations", len(copied.Turns), len(copied.Conversations))
	}
	if diff := cmp.Diff(heard, converse(scripted.NewPlayer(copied, 0))); diff != "" {
		t.Error(diff)
	}
	// The recorded expectations hold the conversation to its course.
	k := begin(t, scripted.NewPlayer(copied, 0), "hello you")
	if _, err := k.ask(); err != nil {
		t.Fatal(err)
	}
	k.answer("call_1_1", "hi", true)
	k.answer("own", "no", true)
	if _, err := k.ask(); llm.CodeOf(err) != scripted.CodeDeparted {
		t.Errorf("error = %v", err)
	}
	if err := recorder.WriteFile(t.TempDir()); err == nil {
		t.Error("a folder was written")
	}
}
