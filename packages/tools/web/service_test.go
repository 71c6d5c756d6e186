package web_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/webtest"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func codeOf(err error) tools.Code {
	if e, ok := errors.AsType[*tools.Error](err); ok {
		return e.Code
	}
	return ""
}

func newService(t *testing.T, c web.Config, providers ...*webtest.Search) (*web.Service, *scope.Scope) {
	t.Helper()
	root := scope.NewRoot("test")
	t.Cleanup(func() { _ = root.Close(context.WithoutCancel(t.Context())) })
	s := new(web.Service)
	s.Configure(c)
	for _, p := range providers {
		if _, err := s.AddSearch(root, p); err != nil {
			t.Fatal(err)
		}
	}
	return s, root
}

func TestSelection(t *testing.T) {
	up := func(name string) *webtest.Search { return &webtest.Search{Name: name} }
	down := func(name string) *webtest.Search { return &webtest.Search{Name: name, Down: true} }
	for _, tt := range []struct {
		name       string
		configured string
		providers  []*webtest.Search
		serves     string
		want       tools.Code
	}{
		{"configured and available", "b", []*webtest.Search{up("a"), up("b")}, "b", ""},
		{"configured, not registered", "c", []*webtest.Search{up("a")}, "", web.CodeConfiguredMissing},
		{"configured, not available", "b", []*webtest.Search{up("a"), down("b")}, "", web.CodeConfiguredUnavailable},
		{"one available", "", []*webtest.Search{down("a"), up("b")}, "b", ""},
		{"several available", "", []*webtest.Search{up("b"), up("a")}, "", web.CodeAmbiguous},
		{"none available", "", []*webtest.Search{down("a")}, "", web.CodeUnavailable},
		{"none registered", "", nil, "", web.CodeUnavailable},
	} {
		s, _ := newService(t, web.Config{SearchProvider: tt.configured}, tt.providers...)
		_, err := s.Search(t.Context(), web.Query{Text: "x"})
		if codeOf(err) != tt.want || s.SearchReady(llm.Selection{}) != (tt.want == "") {
			t.Errorf("%s: %v", tt.name, err)
		}
		for _, p := range tt.providers {
			if asked := len(p.Queries()) > 0; asked != (p.ID() == tt.serves) {
				t.Errorf("%s: provider %s asked: %v", tt.name, p.ID(), asked)
			}
		}
		if tt.want == web.CodeAmbiguous && !strings.HasSuffix(err.Error(), "a, b") {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestRegistration(t *testing.T) {
	s, root := newService(t, web.Config{}, &webtest.Search{})
	if _, err := s.AddSearch(root, &webtest.Search{}); codeOf(err) != web.CodeDuplicate {
		t.Errorf("second provider of an id: %v", err)
	}
	if _, err := s.AddFetch(root, &webtest.Fetch{}); err != nil { // another kind
		t.Error(err)
	}
	undo, err := s.AddSearch(root, &webtest.Search{Name: "b"})
	if err != nil {
		t.Fatal(err)
	}
	if s.SearchReady(llm.Selection{}) {
		t.Error("ready although it is ambiguous")
	}
	if err := undo(t.Context()); err != nil || !s.SearchReady(llm.Selection{}) {
		t.Errorf("still ambiguous: %v", err)
	}
}

func TestRouteAndLimit(t *testing.T) {
	s, _ := newService(t, web.Config{}, &webtest.Search{Model: "able", Find: func(context.Context, web.Query) (web.Results, error) {
		return web.Results{Sources: make([]web.Source, 5)}, nil
	}})
	if s.SearchReady(llm.Selection{Model: "other"}) || !s.SearchReady(llm.Selection{Model: "able"}) {
		t.Error("the route does not decide")
	}
	r, err := s.Search(t.Context(), web.Query{MaxResults: 3})
	if err != nil || len(r.Sources) != 3 || !r.Truncated {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestEnvironment(t *testing.T) {
	env := map[string]string{web.EnvSearchProvider: "s", web.EnvFetchProvider: "f"}
	got := web.Config{SearchProvider: "own"}.WithEnv(func(name string) string { return env[name] })
	if got != (web.Config{SearchProvider: "own", FetchProvider: "f"}) {
		t.Errorf("%+v", got)
	}
}
