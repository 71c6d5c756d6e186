package fs_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
)

// suite reads a file of cases; a member that the test does not know fails it.
func suite[C any](t *testing.T, name string) []C {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Format      jsonvalue.Value `json:"format"`
		Description string          `json:"description"`
		Fixtures    jsonvalue.Value `json:"fixtures"`
		Cases       []C             `json:"cases"`
	}
	if err := json.Unmarshal(text, &s, json.RejectUnknownMembers(true)); err != nil {
		t.Fatal(err)
	}
	if len(s.Cases) == 0 {
		t.Fatal("no cases")
	}
	return s.Cases
}

// wantFailure is the error that a case expects.
type wantFailure struct {
	Code    *string `json:"code"`
	Message string  `json:"message"`
	Prefix  string  `json:"message_prefix"`
	Part    string  `json:"message_contains"`
}

func (want *wantFailure) check(t *testing.T, r *tools.Result, fill func(string) string) {
	t.Helper()
	if !r.IsError() {
		t.Fatalf("succeeded with %.200s, want failure %q", r.Value().Text(), want.Message)
	}
	code := ""
	if want.Code != nil {
		code = *want.Code
	}
	if got := string(r.Failure().Code()); got != code {
		t.Errorf("code %q, want %q (%s)", got, code, r.Failure().Message())
	}
	got := r.Failure().Message()
	if want.Message != "" && got != fill(want.Message) {
		t.Errorf("message %q\nwant    %q", got, fill(want.Message))
	}
	if !strings.HasPrefix(got, want.Prefix) || !strings.Contains(got, want.Part) {
		t.Errorf("message %q, want prefix %q and part %q", got, want.Prefix, want.Part)
	}
	if r.Content().Text() != "Error: "+got {
		t.Errorf("the model reads %q", r.Content().Text())
	}
}

func wantSuccess(t *testing.T, r *tools.Result) {
	t.Helper()
	if r.IsError() {
		t.Fatalf("failed: %s %s", r.Failure().Code(), r.Failure().Message())
	}
}

// wantValue compares a value with JSON text, which may have placeholders.
func wantValue(t *testing.T, got, want jsonvalue.Value, fill func(string) string) {
	t.Helper()
	filled, err := jsonvalue.ParseString(fill(want.Text()))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(filled.Text(), got.Text()); diff != "" {
		t.Errorf("value: want - got +\n%s", diff)
	}
}

func wantText(t *testing.T, what, got, want string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: want - got +\n%s", what, diff)
	}
}

// withTools is a world with the tools for files, and with the policy if that is asked for.
func withTools(t *testing.T, policy bool) *fstest.World {
	t.Helper()
	w := fstest.New(t)
	if policy {
		w.Install(observe.Plugin(observe.Params{Files: w.Files}), "")
	}
	w.Install(write.Plugin(write.Params{Tools: w.Registry, Files: w.Files}), "")
	w.Install(edit.Plugin(edit.Params{Tools: w.Registry, Files: w.Files}), "")
	return w
}

func withRead(w *fstest.World, config string) *fstest.World {
	w.Install(read.Plugin(read.Params{Tools: w.Registry, Files: w.Files}), config)
	return w
}
