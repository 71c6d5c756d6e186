package builtin_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/anthropic"
	"github.com/dsh-go/dsh/packages/core/llm/openai"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider/providertest"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/google/go-cmp/cmp"
)

// said is one answer of a model, in no provider's words.
type said struct {
	pieces []string // of the text, as they come
	calls  []llm.ToolCall
}

// conversation looks, changes two things at once, runs a command, fails once, asks
// for a wider sandbox, and ends.
func conversation(outside string) []said {
	return []said{
		{[]string{"I look ", "first."}, []llm.ToolCall{
			{ID: "c1", Name: "read", Arguments: `{"file_path": "a.txt"}`},
			{ID: "c2", Name: "grep", Arguments: `{"pattern": "b.ta", "output_mode": "content"}`},
		}},
		{nil, []llm.ToolCall{
			{ID: "c3", Name: "edit", Arguments: `{"file_path": "a.txt", "old_string": "beta", "new_string": "gamma"}`},
			{ID: "c4", Name: "bash", Arguments: `{"command": "wc -l < a.txt", "description": "Counts lines."}`},
			{ID: "c5", Name: "nope", Arguments: `{}`},
		}},
		{[]string{"Wider."}, []llm.ToolCall{
			{ID: "c6", Name: "write", Arguments: fmt.Sprintf(`{"file_path": %q, "content": "x", `+
				`"sandbox_permissions": "danger-full-access", "justification": "It is needed."}`, outside)},
			{ID: "c7", Name: "todo_write", Arguments: `{"todos": [{"content": "end", "status": "completed"}]}`},
		}},
		{[]string{"Done."}, nil},
	}
}

// The same preset leaves the same session log, ids and times aside, whichever
// protocol its model speaks.
func TestSessionDoesNotDependOnTheProtocol(t *testing.T) {
	dir, outside := home(t), home(t)
	file := filepath.Join(outside, "f.txt")
	chat := record(t, dir, outside, conversation(file), chatServer)
	messages := record(t, dir, outside, conversation(file), messagesServer)
	if d := cmp.Diff(chat, messages); d != "" {
		t.Errorf("the logs differ (-chat completions +messages):\n%s", d)
	}
	for _, want := range []string{`"outcome":"allowed-once"`, `"turn/end"`, "UNKNOWN_TOOL", `"todo/write"`, "gamma"} {
		if !strings.Contains(strings.Join(chat, "\n"), want) {
			t.Errorf("the log does not have %s:\n%s", want, strings.Join(chat, "\n"))
		}
	}
}

// record has the conversation in a new workspace at dir, and returns the log.
func record(t *testing.T, dir, outside string, script []said, serve func(*testing.T, []said) llm.Model) []string {
	for _, used := range []string{dir, outside} {
		must(t, os.RemoveAll(used))
		must(t, os.Mkdir(used, 0o700))
	}
	must(t, os.WriteFile(filepath.Join(dir, "a.txt"), []byte("alpha\nbeta\n"), 0o600))
	h := start(t, named(t, "coding"))
	must(t, h.Approval.Answers(h.Shared(), allow))
	store := session.NewMemory(session.Header{ID: "s"})
	log, _, err := session.Open(t.Context(), store, session.Options{})
	must(t, err)
	a, err := h.Create(t.Context(), host.Spec{
		Dir: dir, Log: log, Selection: llm.Selection{Provider: "test", Model: "m-1"},
	})
	must(t, err)
	// One body at a time: whether a call starts before another ends is chance.
	loop, err := h.Loop(a, serve(t, script), agentloop.Config{MaxSteps: 10, MaxParallelToolCalls: 1})
	must(t, err)
	must(t, a.Agent.Inbox().Post(llm.UserMessage("make it so")))
	o, err := loop.Turn(t.Context())
	if err != nil || o.Reason != session.EndCompleted || o.Steps != len(script) {
		t.Fatalf("%+v, %v", o, err)
	}
	must(t, llm.CheckHistory(log.Messages()))
	must(t, a.Close(t.Context()))
	events := plain(t, log.History().Events)
	must(t, log.Close(t.Context()))
	return events
}

func allow(_ context.Context, _ *approval.Request) (tools.Approval, error) {
	return tools.ApprovalAllowedOnce, nil
}

// plain returns events without times, and with ids numbered as they come.
func plain(t *testing.T, events []session.Event) []string {
	ids := map[string]string{}
	var list []string
	for _, e := range events {
		var data any
		must(t, json.Unmarshal([]byte(e.Data.Text()), &data))
		number(data, ids)
		text, err := json.Marshal(data)
		must(t, err)
		list = append(list, fmt.Sprintf("%d %q %v %s", e.Seq, e.Type, e.Sources, text))
	}
	return list
}

func number(v any, ids map[string]string) {
	switch v := v.(type) {
	case []any:
		for _, element := range v {
			number(element, ids)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			member := v[name]
			id, isText := member.(string)
			if low := strings.ToLower(name); isText && strings.HasSuffix(low, "id") {
				if ids[id] == "" {
					ids[id] = fmt.Sprint("#", len(ids))
				}
				v[name] = ids[id]
				continue
			}
			number(member, ids)
		}
	}
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

// chatServer serves the conversation as chat completions.
func chatServer(t *testing.T, script []said) llm.Model {
	var replies []providertest.Reply
	for _, s := range script {
		var b strings.Builder
		chunk := func(choice string) { fmt.Fprintf(&b, `data: {"id":"r","model":"m-1","choices":[%s]}`+"\n\n", choice) }
		for _, piece := range s.pieces {
			chunk(`{"index":0,"delta":{"content":` + quoted(piece) + `}}`)
		}
		for i, c := range s.calls {
			chunk(fmt.Sprintf(`{"index":0,"delta":{"tool_calls":[{"index":%d,"id":%q,"function":{"name":%q,"arguments":""}}]}}`,
				i, c.ID, c.Name))
			chunk(fmt.Sprintf(`{"index":0,"delta":{"tool_calls":[{"index":%d,"function":{"arguments":%s}}]}}`,
				i, quoted(c.Arguments)))
		}
		reason := "stop"
		if len(s.calls) > 0 {
			reason = "tool_calls"
		}
		chunk(`{"index":0,"delta":{},"finish_reason":"` + reason + `"}`)
		b.WriteString(`data: {"id":"r","model":"m-1","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":7}}` + "\n\ndata: [DONE]\n\n")
		replies = append(replies, providertest.Stream(b.String()))
	}
	c := openai.Compatible("test", providertest.Serve(t, replies...).URL+"/v1", "key")
	m, err := openai.New(c)
	must(t, err)
	t.Cleanup(m.Close)
	return m
}

// messagesServer serves it as messages.
func messagesServer(t *testing.T, script []said) llm.Model {
	var replies []providertest.Reply
	for _, s := range script {
		var b strings.Builder
		send := func(kind, rest string) { fmt.Fprintf(&b, "event: %s\ndata: {\"type\":%q%s}\n\n", kind, kind, rest) }
		send("message_start", `,"message":{"id":"r","model":"m-1","role":"assistant","content":[],"usage":{"input_tokens":10,"output_tokens":1}}`)
		index := 0
		block := func(content string, deltas ...string) {
			send("content_block_start", fmt.Sprintf(`,"index":%d,"content_block":%s`, index, content))
			for _, d := range deltas {
				send("content_block_delta", fmt.Sprintf(`,"index":%d,"delta":%s`, index, d))
			}
			send("content_block_stop", fmt.Sprintf(`,"index":%d`, index))
			index++
		}
		if len(s.pieces) > 0 {
			var deltas []string
			for _, piece := range s.pieces {
				deltas = append(deltas, `{"type":"text_delta","text":`+quoted(piece)+`}`)
			}
			block(`{"type":"text","text":""}`, deltas...)
		}
		for _, c := range s.calls {
			block(fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":{}}`, c.ID, c.Name),
				`{"type":"input_json_delta","partial_json":`+quoted(c.Arguments)+`}`)
		}
		reason := "end_turn"
		if len(s.calls) > 0 {
			reason = "tool_use"
		}
		send("message_delta", `,"delta":{"stop_reason":"`+reason+`"},"usage":{"output_tokens":7}`)
		send("message_stop", "")
		replies = append(replies, providertest.Stream(b.String()))
	}
	m, err := anthropic.New(anthropic.Config{Config: provider.Config{
		Name: "test", BaseURL: providertest.Serve(t, replies...).URL, Key: "key",
	}})
	must(t, err)
	t.Cleanup(m.Close)
	return m
}
