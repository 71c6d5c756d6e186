package provider_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/openai/provider"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const key = "sk-secret-0123456789"

func config() provider.Config {
	return provider.Config{
		Name: "test", BaseURL: "http://127.0.0.1:1", Key: key,
		HTTPClient: &http.Client{Transport: &http.Transport{}},
	}
}

func newClient(t *testing.T, c provider.Config) *provider.Client {
	t.Helper()
	client, err := provider.NewClient(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

func wantCode(t *testing.T, err error, code llm.Code) {
	t.Helper()
	if got := llm.CodeOf(err); got != code {
		t.Fatalf("error is %v, of code %q; want %q", err, got, code)
	}
}

func failing(code llm.Code) error { return &llm.Error{Code: code, Message: "no"} }

// answer emits text and stops.
func answer(text string) provider.Once {
	return func(_ context.Context, x *provider.Exchange) (provider.Outcome, error) {
		x.Emit(llm.TextDelta{Text: text})
		return provider.Outcome{Reason: llm.FinishStop, Model: "m-1", ID: "r-1"}, nil
	}
}

func TestAnswer(t *testing.T) {
	c := newClient(t, config())
	var events []llm.Event
	r, err := c.Generate(t.Context(), func(e llm.Event) { events = append(events, e) }, answer("hi"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Message.Content.Text() != "hi" || r.Model != "m-1" || r.ID != "r-1" ||
		r.Message.Source != (llm.Source{Kind: llm.SourceModel, Name: "test/m-1"}) {
		t.Errorf("the response is %+v", r)
	}
	want := []llm.Event{llm.TextDelta{Text: "hi"}, llm.Finished{Reason: llm.FinishStop}}
	if fmt.Sprint(events) != fmt.Sprint(want) {
		t.Errorf("events are %v, want %v", events, want)
	}
}

// Faults that may pass are tried again after growing waits; the fourth failure is the caller's.
func TestRetries(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, code := range []llm.Code{
			llm.CodeTransport, llm.CodeTruncated, llm.CodeStalled, llm.CodeOverloaded,
			llm.CodeRateLimited,
		} {
			var waits []time.Duration
			cfg := config()
			cfg.OnRetry = func(err error, wait time.Duration) {
				wantCode(t, err, code)
				waits = append(waits, wait)
			}
			start, attempts := time.Now(), 0
			_, err := newClient(t, cfg).Generate(t.Context(), nil,
				func(context.Context, *provider.Exchange) (provider.Outcome, error) {
					attempts++
					return provider.Outcome{}, failing(code)
				})
			wantCode(t, err, code)
			if attempts != 4 || len(waits) != 3 {
				t.Fatalf("%s: %d attempts, waits %v", code, attempts, waits)
			}
			sum := time.Duration(0)
			for i, wait := range waits {
				middle := provider.DefaultFirst << i
				if wait < middle/2 || wait > middle*3/2+1 {
					t.Errorf("%s: wait %d is %v, expected about %v", code, i, wait, middle)
				}
				sum += wait
			}
			if took := time.Since(start); took != sum {
				t.Errorf("%s: took %v, want %v", code, took, sum)
			}
		}
	})
}

func TestSecondAttemptSucceeds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		attempts := 0
		r, err := newClient(t, config()).Generate(t.Context(), nil,
			func(ctx context.Context, x *provider.Exchange) (provider.Outcome, error) {
				if attempts++; attempts == 1 {
					x.Emit(llm.TextDelta{Text: "lost"})
					return provider.Outcome{}, failing(llm.CodeTruncated)
				}
				return answer("kept")(ctx, x)
			})
		if err != nil || r.Message.Content.Text() != "kept" {
			t.Errorf("got %+v, %v", r, err)
		}
	})
}

// What went to the sink cannot be taken back, so it is not repeated either.
func TestNoRetryAfterTheFirstPiece(t *testing.T) {
	attempts := 0
	r, err := newClient(t, config()).Generate(t.Context(), func(llm.Event) {},
		func(_ context.Context, x *provider.Exchange) (provider.Outcome, error) {
			attempts++
			x.Emit(llm.TextDelta{Text: "half an ans"})
			x.Emit(llm.ToolCallDelta{Index: 0, ID: "a", Name: "bash", Arguments: `{"comm`})
			return provider.Outcome{}, failing(llm.CodeTruncated)
		})
	wantCode(t, err, llm.CodeTruncated)
	m := r.Message
	if attempts != 1 || m.Content.Text() != "half an ans" || !m.Interrupted || len(m.ToolCalls) > 0 {
		t.Errorf("%d attempts left %+v", attempts, m)
	}
}

func TestNoRetryOfFinalFailures(t *testing.T) {
	for _, code := range []llm.Code{
		llm.CodeAuth, llm.CodeQuota, llm.CodeInvalidRequest, llm.CodeProtocol, llm.CodeRefused,
		llm.CodeContextLength, llm.CodeUnknownModel,
	} {
		attempts := 0
		_, err := newClient(t, config()).Generate(t.Context(), nil,
			func(context.Context, *provider.Exchange) (provider.Outcome, error) {
				attempts++
				return provider.Outcome{}, failing(code)
			})
		wantCode(t, err, code)
		if attempts != 1 {
			t.Errorf("%s: %d attempts", code, attempts)
		}
	}
}

func TestEmptyAnswersAreRetried(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		attempts := 0
		_, err := newClient(t, config()).Generate(t.Context(), func(llm.Event) {},
			func(context.Context, *provider.Exchange) (provider.Outcome, error) {
				attempts++
				return provider.Outcome{Reason: llm.FinishStop}, nil
			})
		wantCode(t, err, llm.CodeEmpty)
		if attempts != 4 {
			t.Errorf("%d attempts", attempts)
		}
		if !strings.HasPrefix(err.Error(), "test: ") {
			t.Errorf("error %q does not name the provider", err)
		}
	})
}

func TestAskedWaitIsKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, attempts := time.Now(), 0
		_, err := newClient(t, config()).Generate(t.Context(), nil,
			func(ctx context.Context, x *provider.Exchange) (provider.Outcome, error) {
				if attempts++; attempts == 1 {
					e := &llm.Error{Code: llm.CodeRateLimited, RetryAfter: 17 * time.Second}
					return provider.Outcome{}, e
				}
				return answer("x")(ctx, x)
			})
		if took := time.Since(start); err != nil || took != 17*time.Second {
			t.Errorf("took %v (%v)", took, err)
		}
	})
}

func TestTooLongAWaitIsRefused(t *testing.T) {
	attempts := 0
	_, err := newClient(t, config()).Generate(t.Context(), nil,
		func(context.Context, *provider.Exchange) (provider.Outcome, error) {
			attempts++
			e := &llm.Error{Code: llm.CodeRateLimited, RetryAfter: time.Hour}
			return provider.Outcome{}, e
		})
	wantCode(t, err, llm.CodeRateLimited)
	e, _ := errors.AsType[*llm.Error](err)
	if attempts != 1 || e.RetryAfter != time.Hour {
		t.Errorf("%d attempts, wait %v", attempts, e.RetryAfter)
	}
}

var errUser = errors.New("the user is tired of it")

func TestCancelledWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(100*time.Millisecond, func() { cancel(errUser) })
		start := time.Now()
		_, err := newClient(t, config()).Generate(ctx, nil,
			func(context.Context, *provider.Exchange) (provider.Outcome, error) {
				return provider.Outcome{}, failing(llm.CodeOverloaded)
			})
		wantCode(t, err, llm.CodeCancelled)
		if !errors.Is(err, errUser) || !errors.Is(err, context.Canceled) {
			t.Errorf("the chain of %v lacks the cause", err)
		}
		if took := time.Since(start); took != 100*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
}

func TestCancelledInAnAttempt(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	r, err := newClient(t, config()).Generate(ctx, nil,
		func(inner context.Context, x *provider.Exchange) (provider.Outcome, error) {
			x.Emit(llm.TextDelta{Text: "so far"})
			cancel(errUser)
			<-inner.Done()
			return provider.Outcome{}, inner.Err()
		})
	wantCode(t, err, llm.CodeCancelled)
	if r.Message.Content.Text() != "so far" || !r.Message.Interrupted {
		t.Errorf("kept %+v", r.Message)
	}
	_, err = newClient(t, config()).Generate(ctx, nil, answer("never"))
	wantCode(t, err, llm.CodeCancelled)
}

// stream is a response whose body is read from r.
func stream(r io.Reader) *http.Response {
	return &http.Response{
		StatusCode: http.StatusOK, Body: io.NopCloser(r),
		Header: http.Header{"Content-Type": {"text/event-stream; charset=utf-8"}},
	}
}

// through reads the response that the middleware lets through to its end.
func through(res *http.Response, err error) provider.Once {
	return func(ctx context.Context, x *provider.Exchange) (provider.Outcome, error) {
		req, failure := http.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1:1", nil)
		if failure != nil {
			return provider.Outcome{}, failure
		}
		got, failure := x.Middleware(req, func(*http.Request) (*http.Response, error) { return res, err })
		if failure != nil {
			return provider.Outcome{}, failure
		}
		defer got.Body.Close()
		text, failure := io.ReadAll(got.Body)
		x.Emit(llm.TextDelta{Text: string(text)})
		return provider.Outcome{Reason: llm.FinishStop}, failure
	}
}

func TestStalledStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Stall, cfg.Retry.Attempts = time.Minute, 1
		start := time.Now()
		r, w := io.Pipe()
		go func() {
			for range 3 { // signs of life keep it going
				time.Sleep(40 * time.Second)
				fmt.Fprint(w, ": ping\n")
			}
		}()
		_, err := newClient(t, cfg).Generate(t.Context(), nil,
			func(ctx context.Context, x *provider.Exchange) (provider.Outcome, error) {
				context.AfterFunc(ctx, func() { w.CloseWithError(context.Cause(ctx)) })
				return through(stream(r), nil)(ctx, x)
			})
		wantCode(t, err, llm.CodeStalled)
		if took := time.Since(start); took != 3*40*time.Second+time.Minute {
			t.Errorf("gave up after %v", took)
		}
	})
}

func TestTransportFaults(t *testing.T) {
	cut := io.MultiReader(strings.NewReader("data: x\n"), errReader{io.ErrUnexpectedEOF})
	refused := errors.New("dial tcp 127.0.0.1:1: connection refused; key " + key)
	for _, test := range []struct {
		name string
		res  *http.Response
		err  error
		code llm.Code
	}{
		{"refused", nil, refused, llm.CodeTransport},
		{"cut", stream(cut), nil, llm.CodeTruncated},
		{"endless", stream(endless{}), nil, llm.CodeProtocol},
	} {
		t.Run(test.name, func(t *testing.T) {
			cfg := config()
			cfg.Retry.Attempts, cfg.MaxBytes = 1, 1000
			_, err := newClient(t, cfg).Generate(t.Context(), nil, through(test.res, test.err))
			wantCode(t, err, test.code)
			if strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), key) {
				t.Errorf("the error shows the key: %v", err)
			}
		})
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func TestMisconfiguration(t *testing.T) {
	for name, change := range map[string]func(*provider.Config){
		"no name":         func(c *provider.Config) { c.Name = "" },
		"no URL":          func(c *provider.Config) { c.BaseURL = "" },
		"no scheme":       func(c *provider.Config) { c.BaseURL = "api.example.com/v1" },
		"file":            func(c *provider.Config) { c.BaseURL = "file:///etc" },
		"key in URL":      func(c *provider.Config) { c.BaseURL = "https://u:" + key + "@example.com" },
		"key with breaks": func(c *provider.Config) { c.Key = key + "\n" },
		"attempts":        func(c *provider.Config) { c.Retry.Attempts = -1 },
		"stall":           func(c *provider.Config) { c.Stall = -1 },
	} {
		t.Run(name, func(t *testing.T) {
			cfg := config()
			change(&cfg)
			_, err := provider.NewClient(cfg)
			wantCode(t, err, llm.CodeInvalidRequest)
			if strings.Contains(err.Error(), key) {
				t.Errorf("the error shows the key: %v", err)
			}
		})
	}
}

func TestKeyIsNeverShown(t *testing.T) {
	cfg := config()
	text, err := json.Marshal(map[string]any{"key": cfg.Key})
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "key", cfg.Key, "config", cfg)
	for _, shown := range []string{
		fmt.Sprint(cfg), fmt.Sprintf("%+v", cfg), fmt.Sprintf("%#v", cfg), fmt.Sprintf("%s %q", cfg.Key, cfg.Key),
		string(text), log.String(),
	} {
		if strings.Contains(shown, "secret") {
			t.Errorf("shown: %s", shown)
		}
	}
	if cfg.Key.Reveal() != key {
		t.Error("the key is lost")
	}
}
