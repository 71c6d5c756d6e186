package ptc

import (
	"errors"
	"os"
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/go-json-experiment/json"
)

type renderVectors struct {
	Success []struct {
		ID           string   `json:"id"`
		Logs         []string `json:"logs"`
		ResultJSON   string   `json:"result_json"`
		ResultAbsent bool     `json:"result_absent"`
		Text         string   `json:"text"`
	} `json:"success"`
	Failure []struct {
		Kind         coderuntime.Kind `json:"kind"`
		Message      string           `json:"message"`
		Logs         []string         `json:"logs"`
		ErrorMessage string           `json:"error_message"`
	} `json:"failure"`
}

func TestRenderVectors(t *testing.T) {
	text, err := os.ReadFile("testdata/ptc-render.json")
	if err != nil {
		t.Fatal(err)
	}
	var v renderVectors
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Success) == 0 || len(v.Failure) == 0 {
		t.Fatal("no cases were read")
	}
	for _, c := range v.Success {
		var result jsonvalue.Value
		if !c.ResultAbsent {
			if result, err = jsonvalue.ParseString(c.ResultJSON); err != nil {
				t.Fatalf("%s: %v", c.ID, err)
			}
		}
		if got := successText(c.Logs, result); got != c.Text {
			t.Errorf("%s: got %q, want %q", c.ID, got, c.Text)
		}
	}
	for _, c := range v.Failure {
		err := runFailed(coderuntime.Result{Logs: c.Logs, Failure: &coderuntime.Failure{Kind: c.Kind, Message: c.Message}})
		if failed, ok := errors.AsType[*tools.Error](err); !ok || failed.Code != CodeRunFailed || failed.Message != c.ErrorMessage {
			t.Errorf("got %v, want %q", err, c.ErrorMessage)
		}
	}
}

// Depth costs neither stack nor quadratic time.
func TestIndentDeep(t *testing.T) {
	const n = 100_000
	deep := strings.Repeat("[", n) + strings.Repeat("]", n)
	if got := indent(deep); strings.Count(got, "\n") != 10 {
		t.Errorf("%d lines, want 10 line breaks", strings.Count(got, "\n"))
	}
}
