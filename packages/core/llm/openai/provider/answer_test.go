package provider_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
)

func TestRefusals(t *testing.T) {
	for _, test := range []struct {
		name   string
		status int
		body   string
		code   llm.Code
		says   string
	}{
		{"auth", 401, fault("Incorrect key", "invalid_request_error", "invalid_api_key"),
			llm.CodeAuth, "Incorrect key"},
		{"forbidden", 403, `{}`, llm.CodeAuth, "Forbidden"},
		{"quota", 429, fault("You exceeded your quota", "", "insufficient_quota"),
			llm.CodeQuota, "quota"},
		{"balance", 402, fault("Insufficient Balance", "", ""), llm.CodeQuota, "Balance"},
		{"credit", 400, fault("Your credit balance is too low", "invalid_request_error", ""),
			llm.CodeQuota, "credit"},
		{"rate", 429, fault("slow down", "rate_limit_error", ""), llm.CodeRateLimited, "slow down"},
		{"length", 400, fault("too long", "", "context_length_exceeded"),
			llm.CodeContextLength, "too long"},
		{"length by words", 400, fault("prompt is too long: 9 tokens", "", ""),
			llm.CodeContextLength, "prompt"},
		{"too large", 413, `<html>no</html>`, llm.CodeContextLength, "Too Large"},
		{"model", 404, fault("no such model", "", "model_not_found"),
			llm.CodeUnknownModel, "no such"},
		{"text", 404, `{"error":"model \"x\" not found"}`, llm.CodeUnknownModel, `model "x"`},
		{"filter", 400, fault("no", "", "content_filter"), llm.CodeRefused, "no"},
		{"bad request", 400, fault("bad tool", "invalid_request_error", ""),
			llm.CodeInvalidRequest, "bad tool"},
		{"no code", 400, `{"error":{"message":"bad tool","code":null}}`,
			llm.CodeInvalidRequest, "bad tool"},
		{"list", 422, `{"detail":[{"loc":["body"],"msg":"x"}]}`,
			llm.CodeInvalidRequest, "Unprocessable"},
		{"server", 500, `oops`, llm.CodeOverloaded, "Internal Server Error"},
		{"gateway", 502, ``, llm.CodeOverloaded, "Bad Gateway"},
		{"overloaded", 529, fault("Overloaded", "overloaded_error", ""),
			llm.CodeOverloaded, "Overloaded"},
		{"timeout", 408, ``, llm.CodeOverloaded, "Timeout"},
		{"redirect", 302, ``, llm.CodeProtocol, "base URL"},
		{"fine but failed", 200, fault("bad tool", "invalid_request_error", ""),
			llm.CodeInvalidRequest, "bad tool"},
		{"fine but no stream", 200, `{"choices":[]}`, llm.CodeProtocol, "application/json"},
		{"message alone", 400, `{"object":"error","message":"bad","code":40303}`,
			llm.CodeInvalidRequest, "bad"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cfg := config()
			cfg.Retry.Attempts = 1
			res := &http.Response{
				StatusCode: test.status, Body: io.NopCloser(strings.NewReader(test.body)),
				Header: http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"req-1"}},
			}
			_, err := newClient(t, cfg).Generate(t.Context(), nil, through(res, nil))
			wantCode(t, err, test.code)
			if !strings.Contains(err.Error(), test.says) {
				t.Errorf("error %q does not say %q", err, test.says)
			}
		})
	}
}

// fault is an error body in the usual form.
func fault(message, kind, code string) string {
	return fmt.Sprintf(`{"error":{"message":%q,"type":%q,"code":%q}}`, message, kind, code)
}

func TestForeignTextIsCleaned(t *testing.T) {
	a := provider.Answer{
		Status: 400, Message: "line\r\n\x1b[31m key " + key + " \xff" + strings.Repeat("x", 9000),
	}
	text := a.Error(config()).Error()
	if strings.Contains(text, key) || strings.ContainsAny(text, "\r\n\x1b") || !utf8.ValidString(text) ||
		len(text) > 700 {
		t.Errorf("the error is %q", text)
	}
}

func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(http.TimeFormat) }
		for _, test := range []struct {
			name, value string
			want        time.Duration
		}{
			{"Retry-After", "7", 7 * time.Second},
			{"Retry-After", "0.5", 500 * time.Millisecond},
			{"Retry-After", "0", 0},
			{"Retry-After", "-3", 0},
			{"Retry-After", "NaN", 0},
			{"Retry-After", "Inf", 365 * 24 * time.Hour},
			{"Retry-After", "1e300", 365 * 24 * time.Hour},
			{"Retry-After", in(90 * time.Second), 90 * time.Second},
			{"Retry-After", in(-90 * time.Second), 0},
			{"Retry-After", "soon", 0},
			{"Retry-After-Ms", "1500", 1500 * time.Millisecond},
		} {
			h := http.Header{}
			h.Set(test.name, test.value)
			e := provider.Answer{Status: 429, Header: h}.Error(config())
			if e.RetryAfter != test.want {
				t.Errorf("%s: %s means %v, want %v", test.name, test.value, e.RetryAfter, test.want)
			}
		}
	})
}

func FuzzParseAnswer(f *testing.F) {
	f.Add([]byte(`{"error":{"message":"m","type":"t","code":7}}`), 400)
	f.Add([]byte(`{"error":"m"}`), 200)
	f.Add([]byte(`{"detail":[]}`), 500)
	f.Fuzz(func(t *testing.T, body []byte, status int) {
		a := provider.ParseAnswer(body)
		a.Status = status
		if e := a.Error(config()); e.Code == "" || e.Message == "" {
			t.Errorf("%q became %+v", body, e)
		}
	})
}
