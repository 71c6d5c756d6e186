package mcp_test

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/google/go-cmp/cmp"
)

// pages answers listings page by page; the cursor of a page is its number.
func pages(t *testing.T, r request, list ...string) any {
	t.Helper()
	var p struct {
		Cursor string `json:"cursor"`
	}
	if err := json.Unmarshal(r.Params, &p); err != nil {
		t.Error(err)
	}
	if i := strings.Index("012", p.Cursor); p.Cursor != "" {
		return json.RawMessage(list[i])
	}
	return json.RawMessage(list[0])
}

const counts = `"inputSchema":{"type":"object"},"outputSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`

// Every page is fetched before a tool is there, and tools of all pages can be
// called, with their outputs checked (fault 84).
func TestListingOfPages(t *testing.T) {
	var w *world
	early := make(chan int, 10)
	dial, _ := scripted(func(s *script, r request) any {
		if r.Method == "tools/list" {
			early <- len(w.names())
			return pages(t, r, `{"tools":[{"name":"a",`+counts+`}],"nextCursor":"1"}`, `{"tools":[{"name":"b",`+counts+`}],"nextCursor":"2"}`,
				`{"tools":[{"name":"c",`+counts+`}]}`)
		}
		return basic(oneTool, func(_ *script, r request) any {
			n := `1`
			if strings.Contains(string(r.Params), "bad") {
				n = `"one"`
			}
			return json.RawMessage(`{"content":[],"structuredContent":{"n":` + n + `}}`)
		})(s, r)
	})
	w = newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	if diff := cmp.Diff([]string{"mcp__s__a", "mcp__s__b", "mcp__s__c"}, w.names()); diff != "" {
		t.Error(diff)
	}
	if len(early) != 3 || <-early+<-early+<-early != 0 {
		t.Error("tools were there before the last page")
	}
	for _, name := range []string{"a", "b", "c"} {
		if r := w.call(name, `{}`); r.IsError() {
			t.Errorf("%s: %v", name, r.Failure())
		}
		if r := w.call(name, `{"bad":true}`); r.Failure() == nil || r.Failure().Code() != tools.CodeInvalidOutput {
			t.Errorf("%s with a bad output: %+v", name, r.Failure())
		}
	}
}

// A server that dies between two pages leaves no tool; the next one brings all.
func TestServerDiesBetweenPages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var second atomic.Bool
		dial, _ := scripted(func(s *script, r request) any {
			if r.Method != "tools/list" {
				return basic(oneTool, answer("ok"))(s, r)
			}
			if strings.Contains(string(r.Params), "cursor") && !second.Swap(true) {
				return die(s, r)
			}
			return pages(t, r, `{"tools":[{"name":"a"}],"nextCursor":"1"}`, `{"tools":[{"name":"b"}]}`)
		})
		w := newWorld(t, mcp.Options{Dial: dial})
		defer w.close()
		w.install(here)
		if names := w.names(); len(names) != 0 {
			t.Errorf("half a list brought %v", names)
		}
		time.Sleep(time.Second)
		if diff := cmp.Diff([]string{"mcp__s__a", "mcp__s__b"}, w.names()); diff != "" {
			t.Error(diff)
		}
	})
}

// A name that another tool has takes all tools of the server back; the start fails
// only if it is told to.
func TestNamesConflict(t *testing.T) {
	list := `{"tools":[{"name":"a"},{"name":"b"},{"name":"c"}]}`
	for _, fails := range []bool{false, true} {
		dial, _ := scripted(basic(list, answer("")))
		w := newWorld(t, mcp.Options{Dial: dial})
		taken := tools.Tool[struct{}, string]{Name: "mcp__s__b", Execute: emptyBody}
		d, err := tools.Define(taken)
		must(t, err)
		_, err = w.reg.Register(w.root, d)
		must(t, err)
		c := here
		c.FailOnStartupError, c.Reconnect.Enabled = fails, new(false)
		err = w.servers.Install(t.Context(), w.root, mcp.Config{Servers: map[string]mcp.ServerConfig{"s": c}})
		if fails != (mcp.CodeOf(err) == mcp.CodeListing) {
			t.Errorf("fails %v: %v", fails, err)
		}
		if err := w.server().Status().Err; err == nil || !strings.Contains(err.Error(), "mcp__s__b") {
			t.Errorf("status %v", err)
		}
		if diff := cmp.Diff([]string{"mcp__s__b"}, w.names()); diff != "" {
			t.Error(diff)
		}
	}
}

// A list of more tools than anybody could mean is refused whole.
func TestTooManyTools(t *testing.T) {
	dial, _ := scripted(basic(manyTools(20_001), answer("")))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	if err := w.server().Status().Err; len(w.names()) != 0 || err == nil || !strings.Contains(err.Error(), "more than 20000") {
		t.Errorf("%d tools, %v", len(w.names()), err)
	}
}

// Schemas that refer to themselves are taken, checked and shown in bounds; those
// that never come to anything refuse the call instead of running for ever.
func TestSchemaCycles(t *testing.T) {
	for _, tt := range []struct{ name, schema, args, problem string }{
		{"to the root", `{"type":"object","properties":{"next":{"$ref":"#"},"n":{"type":"integer","minimum":1}}}`,
			`{"next":{"next":{"n":0}}}`, "next.next.n"},
		{"of two", `{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{"a":{"anyOf":[{"type":"string"},{"$ref":"#/$defs/b"}]},` +
			`"b":{"type":"array","items":{"$ref":"#/$defs/a"}}}}`, `{"x":[[1]]}`, "x"},
		{"to itself alone", `{"type":"object","properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/a"}}}`, `{"x":1}`,
			"refers to itself without end"},
		{"all of itself", `{"type":"object","allOf":[{"$ref":"#"}]}`, `{}`, "refers to itself without end"},
		{"satisfied", `{"type":"object","properties":{"next":{"$ref":"#"}}}`, `{"next":{"next":{}}}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dial, _ := scripted(basic(`{"tools":[{"name":"t","inputSchema":`+tt.schema+`}]}`, answer("ran")))
			w := newWorld(t, mcp.Options{Dial: dial})
			w.install(here)
			r := w.call("t", tt.args)
			switch {
			case tt.problem == "" && r.IsError():
				t.Errorf("refused: %s", r.Failure().Message())
			case tt.problem != "" && (!r.IsError() || !strings.Contains(r.Failure().Message(), tt.problem)):
				t.Errorf("got %+v, want a problem at %s", r.Failure(), tt.problem)
			}
			if reg, _ := w.reg.Get("mcp__s__t", nil, nil); reg.TypeScript().Args() == "" {
				t.Error("programs see nothing")
			}
		})
	}
}

// A server's tools run alone: the protocol does not say which may overlap (§13).
func TestToolsAreExclusive(t *testing.T) {
	dial, _ := scripted(basic(`{"tools":[{"name":"t","annotations":{"readOnlyHint":true}}]}`, answer("")))
	w := newWorld(t, mcp.Options{Dial: dial})
	w.install(here)
	reg, _ := w.reg.Get("mcp__s__t", nil, nil)
	if d := reg.Definition(); reg.Classifies() || !d.Traits.ReadOnly || d.Traits.Destructive || !d.Traits.OpenWorld {
		t.Errorf("classifier %v, traits %+v", reg.Classifies(), d.Traits)
	}
}
