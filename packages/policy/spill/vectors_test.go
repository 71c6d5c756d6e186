package spill_test

import (
	"context"
	"encoding/base64"
	"os"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/policy/spill/local"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

type vector struct {
	ID, Kind, Reason string
	Config           jsonvalue.Value
	Call             struct {
		Tool, Store, Decision string
		Nested                bool
		Session               *string
		Replacement           []block
	}
	Content    []block
	StoreReply struct {
		Locator       string
		RetrievalHint string `json:"retrievalHint"`
	} `json:"store_reply"`
	Name, Session string
	Expect        struct {
		Replaced           bool
		Text               string
		Bytes              int
		SavedBytes         *int `json:"saved_bytes"`
		Warning            bool
		Load               string
		Segment, Directory string
	}
}

type block struct {
	Type, Text, Attachment string
	Parts                  []struct {
		Repeat, Text string
		Times        int
	}
}

func content(blocks []block) llm.Content {
	var c llm.Content
	for _, b := range blocks {
		if b.Type != "text" {
			png, _ := base64.StdEncoding.DecodeString("iVBORw0KGgo=")
			c = append(c, llm.Image{MediaType: "image/png", Data: png})
			continue
		}
		text := b.Text
		for _, p := range b.Parts {
			text += p.Text + strings.Repeat(p.Repeat, p.Times)
		}
		c = append(c, llm.Text{Text: text})
	}
	return c
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile("testdata/spill.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vector }
	if err := json.Unmarshal(text, &file, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if len(file.Cases) != 28 {
		t.Fatalf("%d cases", len(file.Cases))
	}
	for _, v := range file.Cases {
		t.Run(v.ID, func(t *testing.T) {
			switch v.Kind {
			case "policy":
				v.policy(t)
			case "config":
				p := spill.Plugin(spill.Params{Stores: new(spill.Stores)})
				err := p.Install(t.Context(), testkit.New(t).Root, []byte(v.Config.Text()))
				if (err != nil) != (v.Expect.Load == "error") {
					t.Errorf("load: %v", err)
				}
			case "encode":
				if got := local.Encode(v.Name); got != v.Expect.Segment {
					t.Errorf("got %q, want %q", got, v.Expect.Segment)
				}
			case "session-dir":
				if got := local.SessionDirectory(v.Session); got != v.Expect.Directory {
					t.Errorf("got %q, want %q", got, v.Expect.Directory)
				}
			default:
				t.Fatalf("unknown kind %q", v.Kind)
			}
		})
	}
}

// policy runs a case as it was observed upstream, whose previews have no gap line.
func (v *vector) policy(t *testing.T) {
	config := spill.Config{Joined: true}
	if err := v.Config.Decode(&config); err != nil {
		t.Fatal(err)
	}
	store := &fakeStore{reply: spill.Saved{Locator: v.StoreReply.Locator, RetrievalHint: v.StoreReply.RetrievalHint}}
	var stores []*fakeStore
	switch v.Call.Store {
	case "ok":
		stores = append(stores, store)
	case "failing", "fails", "error":
		store.err = errStore
		stores = append(stores, store)
	}
	w := newWorld(t, config, stores...)
	v.decide(w)
	w.install()
	w.shows(v.Call.Tool, content(v.Content))
	got := v.run(w)
	v.judge(t, w, store, got)
}

// decide mounts the policy that stands further in.
func (v *vector) decide(w *world) {
	decision := tools.Accept()
	switch v.Call.Decision {
	case "accept":
		return
	case "block":
		decision = tools.Block(content(v.Content))
	case "value-replaced":
		list, err := jsonvalue.Marshal(content(v.Content))
		if err != nil {
			w.Fatal(err)
		}
		decision = decision.WithValue(list)
	case "content-replaced":
		decision = decision.WithContent(content(v.Call.Replacement))
	default:
		w.Fatalf("unknown decision %q", v.Call.Decision)
	}
	type next = event.Next[*tools.Inspection, tools.PostDecision]
	err := w.Registry.Events.PostExecute.On(w.Root,
		func(context.Context, *tools.Inspection, next) (tools.PostDecision, error) { return decision, nil })
	if err != nil {
		w.Fatal(err)
	}
}

// run makes the call, nested or direct, with an owner or without.
func (v *vector) run(w *world) *tools.Result {
	if v.Call.Session == nil {
		w.agent = nil
	}
	if !v.Call.Nested {
		return w.call(v.Call.Tool)
	}
	var inner *tools.Result
	w.Register(testkit.Tool("outer", func(ctx context.Context, x *tools.Exec) (any, error) {
		inner = x.Nested().Call(ctx, tools.Invocation{CallID: "inner", Name: v.Call.Tool}).Result
		return "done", nil
	}))
	w.call("outer")
	return inner
}

func (v *vector) judge(t *testing.T, w *world, store *fakeStore, got *tools.Result) {
	want := content(v.Content)
	if v.Expect.Replaced {
		want = llm.TextContent(v.Expect.Text)
		if n := len(v.Expect.Text); n != v.Expect.Bytes {
			t.Fatalf("the case is at odds with itself: %d bytes, not %d", n, v.Expect.Bytes)
		}
	}
	if diff := cmp.Diff(want, got.Content()); diff != "" {
		t.Error(diff)
	}
	saved := 0
	for _, text := range store.texts {
		saved += len(text.Content)
	}
	if want := v.Expect.SavedBytes; want != nil && saved != *want {
		t.Errorf("saved %d bytes, want %d", saved, *want)
	}
	if w.warned() != v.Expect.Warning {
		t.Errorf("warned %v: %s", w.warned(), w.log.String())
	}
}
