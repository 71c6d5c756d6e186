package search_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/search"
	"github.com/dsh-go/dsh/packages/tools/web/webtest"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type world struct {
	*testkit.Kit
	service *web.Service
}

func newWorld(t *testing.T, p *webtest.Search, c search.Config) *world {
	t.Helper()
	w := &world{testkit.New(t), new(web.Service)}
	_, err := w.service.AddSearch(w.Root, p)
	must(t, err)
	d, err := search.New(w.service, c)
	must(t, err)
	w.Register(d, tools.When(search.Condition(w.service)))
	return w
}

// step runs one call in a resolved step of that model.
func (w *world) step(model, args string) *tools.Result {
	w.Helper()
	set, err := w.Registry.Resolve(w.Context(), tools.Activation{Selection: llm.Selection{Model: model}})
	must(w, err)
	defer set.Release()
	return w.Run(w.Context(), &tools.Batch{Set: set, Calls: testkit.Calls(search.Name, args)}).Outcomes[0].Result
}

// found answers each query with the sources listed for it.
func found(sources map[string]string) func(context.Context, web.Query) (web.Results, error) {
	return func(_ context.Context, q web.Query) (web.Results, error) {
		var r web.Results
		for name := range strings.FieldsSeq(sources[q.Text]) {
			r.Sources = append(r.Sources, web.Source{URL: "https://" + name + ".example/", Title: name})
		}
		return r, nil
	}
}

func TestOneQuery(t *testing.T) {
	w := newWorld(t, &webtest.Search{Find: func(context.Context, web.Query) (web.Results, error) {
		return web.Results{Content: "It is 42.", Truncated: true, Sources: []web.Source{
			{URL: "https://a.example/x", Title: "A [good]\npage", Snippet: "some\n  text", PublishedAt: "2026-01-02"},
			{URL: "https://b.example/y"}, {URL: "javascript:alert(1)"},
		}}, nil
	}}, search.Config{})
	r := w.step("", `{"queries": ["answer"]}`)
	want := "It is 42.\n\nSources:\n" +
		"- [A \\[good\\] page](https://a.example/x): some text (2026-01-02)\n- [b.example](https://b.example/y)\n\n" +
		"(There are more results than are shown.)\n\nName the sources that you rely on, with their links."
	if got := r.Content().Text(); got != want {
		t.Errorf("got\n%s", got)
	}
	reg, _ := w.Registry.Get(search.Name, nil, nil)
	card, ok := reg.PresentResult(r.Value(), tools.Presented{Meta: r.Meta()}).(tools.WebSearchResult)
	if ok && (len(card.Sources) != 2 || card.Answer != "It is 42." || !card.Truncated) {
		t.Errorf("card %+v", card)
	}
}

func TestSeveralQueries(t *testing.T) {
	p := &webtest.Search{Find: found(map[string]string{"one": "a b c", "two": "b d e"})}
	w := newWorld(t, p, search.Config{MaxResults: 4})
	r := w.step("", `{"queries": ["one", "two", "one"]}`)
	var urls []string
	sources, _ := r.Value().Get("sources")
	for _, s := range sources.Elements() {
		u, _ := s.Get("title")
		text, _ := u.AsString()
		urls = append(urls, text)
	}
	truncated, _ := r.Value().Get("truncated")
	if strings.Join(urls, " ") != "a b d c" || truncated.Text() != "true" || len(p.Queries()) != 2 {
		t.Errorf("got %v, truncated %s, asked %v", urls, truncated, p.Queries())
	}
}

// The first failure cancels the others, which are awaited, and is the only one.
func TestOneOfSeveralFails(t *testing.T) {
	boom := web.Fail(web.CodeProvider, "no more requests")
	var ended atomic.Int32
	w := newWorld(t, &webtest.Search{Find: func(ctx context.Context, q web.Query) (web.Results, error) {
		if q.Text == "bad" {
			return web.Results{}, boom
		}
		<-ctx.Done()
		ended.Add(1)
		return web.Results{}, web.Because(ctx, web.CodeProvider, "", ctx.Err())
	}}, search.Config{})
	r := w.step("", `{"queries": ["a", "bad", "b"]}`)
	if testkit.Status(r) != string(web.CodeProvider) || ended.Load() != 2 {
		t.Errorf("%v, %d siblings ended", r.Failure(), ended.Load())
	}
}

func TestRefusedQueries(t *testing.T) {
	p := &webtest.Search{}
	w := newWorld(t, p, search.Config{MaxQueries: 2})
	for args, want := range map[string]string{
		`{"queries": []}`:              "queries must contain at least one query",
		`{"queries": ["a", "b", "c"]}`: "queries must contain at most 2 queries",
		`{"queries": ["a", " "]}`:      "each query must be a non-empty string",
		`{}`:                           "invalid arguments: ",
	} {
		if got := w.step("", args).Failure().Message(); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", args, got)
		}
	}
	if len(p.Queries()) > 0 {
		t.Error("a provider was asked")
	}
	if got := w.step("", `{"queries": ["x"]}`).Content().Text(); got != "No results found." {
		t.Errorf("nothing found: %q", got)
	}
}

// Declaration, guidance and execution follow the route of the step's model, and a
// call that was not admitted reaches no provider.
func TestCondition(t *testing.T) {
	p := &webtest.Search{Model: "able"}
	w := newWorld(t, p, search.Config{})
	if got := testkit.Status(w.step("other", `{"queries": ["x"]}`)); got != string(tools.CodeUnknownTool) || len(p.Queries()) > 0 {
		t.Errorf("other model: %s, asked %v", got, p.Queries())
	}
	if got := testkit.Status(w.step("able", `{"queries": ["x"]}`)); got != "ok" {
		t.Errorf("able model: %s", got)
	}
	if got := testkit.Status(w.Call(t.Context(), search.Name, `{"queries": ["x"]}`)); got != string(tools.CodeUnknownTool) {
		t.Errorf("outside a step: %s", got)
	}
	prompt, err := systemprompt.New(systemprompt.Config{})
	must(t, err)
	_, err = prompt.AddSection(t.Context(), w.Root, search.Guidance(w.Registry))
	must(t, err)
	for model, want := range map[string]bool{"able": true, "other": false} {
		set, err := w.Registry.Resolve(t.Context(), tools.Activation{Selection: llm.Selection{Model: model}})
		must(t, err)
		a, err := prompt.Assemble(t.Context(), systemprompt.Input{Tools: set})
		must(t, err)
		if strings.Contains(a.System, search.Name) != want {
			t.Errorf("%s: guidance %q", model, a.System)
		}
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []search.Config{{MaxQueries: -1}, {MaxResults: -1}, {TimeoutMs: -1}} {
		if _, err := search.New(new(web.Service), c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	if _, err := search.New(new(web.Service), search.Config{}); err != nil {
		t.Error(errors.Unwrap(err))
	}
}
