package cli_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/cmd/dsh/internal/cli"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// bearer sends a token with every request.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// listening runs `dsh mcp serve --http` and returns its address and how to end it.
func listening(t *testing.T, args ...string) (url string, end func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	said, errs := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		args := append([]string{"mcp", "serve", "--http", "127.0.0.1:0"}, args...)
		code := cli.Run(ctx, args, cli.Streams{In: strings.NewReader(""), Out: io.Discard, Err: errs})
		_ = errs.Close()
		ended <- code
	}()
	lines := bufio.NewReader(said)
	line, err := lines.ReadString('\n')
	_, url, found := strings.Cut(line, "at ")
	if err != nil || !found {
		t.Fatalf("it said %q, %v", line, err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	return strings.TrimSpace(url), func() int {
		cancel()
		return <-ended
	}
}

// Over HTTP clients need the token of the environment; the questions of policies
// and bodies reach the client whose call it is, native or from a program.
func TestServeOverHTTP(t *testing.T) {
	t.Setenv("TEST_TOKEN", "let-me-in")
	flags := append(configured(t, "coding", askAboutWrites), "--mode", "both", "--token-env", "TEST_TOKEN")
	url, end := listening(t, flags...)
	resp, err := http.Post(url, "application/json", strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a token: %s", resp.Status)
	}
	for name, allows := range map[string]bool{"accept": true, "decline": false} {
		c, err := sdk.NewClient(&sdk.Implementation{Name: "t", Version: "1"},
			answering(func(*sdk.ElicitParams) *sdk.ElicitResult { return &sdk.ElicitResult{Action: name} })).
			Connect(t.Context(), &sdk.StreamableClientTransport{
				Endpoint: url, HTTPClient: &http.Client{Transport: bearer{"let-me-in"}},
			}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := callTool(t, c, "write", `{"file_path":"`+name+`.txt","content":"x"}`)
		if r.IsError == allows {
			t.Errorf("%s: %s", name, text(r))
		}
		r = callTool(t, c, "run_code", `{"description":"d","code":"return (await tools.write({file_path: '`+name+`2.txt', content: 'x'})).path"}`)
		if r.IsError == allows {
			t.Errorf("%s in a program: %s", name, text(r))
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
	if code := end(); code != 0 {
		t.Errorf("exit %d", code)
	}
	http.DefaultClient.CloseIdleConnections()
}
