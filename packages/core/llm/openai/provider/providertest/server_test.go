package providertest_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm/openai/provider/providertest"
)

func TestRepliesInOrder(t *testing.T) {
	s := providertest.Serve(t,
		providertest.Status(503, map[string]string{"Retry-After": "1"}, "busy"),
		providertest.Stream("data: x\n\n"),
	)
	for i, want := range []string{"busy", "data: x\n\n", "data: x\n\n"} {
		res, err := http.Post(s.URL+"/chat", "text/plain", strings.NewReader("q"))
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		if err != nil || string(body) != want {
			t.Errorf("reply %d is %q (%v)", i, body, err)
		}
		if err := res.Body.Close(); err != nil {
			t.Error(err)
		}
	}
	if got := s.Requests(); len(got) != 3 || got[0].Path != "/chat" || got[0].Body != "q" {
		t.Errorf("recorded %+v", got)
	}
}

func TestCutBreaksTheConnection(t *testing.T) {
	s := providertest.Serve(t, providertest.Cut("data: x\n"))
	res, err := http.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err := io.ReadAll(res.Body); err == nil {
		t.Errorf("read %q whole", body)
	}
}

func ExampleFault() {
	fmt.Println(providertest.Fault("rate_limit_error", "slow down"))
	// Output:
	// {"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}
}
