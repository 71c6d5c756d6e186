package wire_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/tools/mcp/internal/wire"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// reading returns a connection that reads a text.
func reading(t *testing.T, text string, o wire.Options) *wire.Conn {
	t.Helper()
	r, w := io.Pipe()
	o.OnClose = r.Close
	c := wire.New(r, io.Discard, o)
	go func() {
		_, err := io.WriteString(w, text)
		_ = w.CloseWithError(err)
	}()
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// methods reads until the end and returns the methods of what came.
func methods(t *testing.T, c *wire.Conn) (got []string, err error) {
	t.Helper()
	for {
		m, err := c.Read(t.Context())
		if err != nil {
			return got, err
		}
		got = append(got, m.(*jsonrpc.Request).Method)
	}
}

func note(method string) string { return `{"jsonrpc":"2.0","method":"` + method + `"}` }

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		stray            int
	}{
		{"lines", note("a") + "\n" + note("b") + "\n", "a,b", 0},
		{"last line without an end", note("a"), "a", 0},
		{"blank lines and spaces", "\n  \r\n\t" + note("a") + "  \r\n\n", "a", 0},
		{"text that is no message", "Welcome!\n{\"a\":1}\n{broken\n" + note("a") + "\n", "a", 3},
		{"batch", "[" + note("a") + "," + note("b") + "]\n" + note("c"), "a,b,c", 0},
		{"broken batch", "[" + note("a") + ",7]\n[]\n[{}]\n" + note("c"), "a,c", 2},
		{"long line", note(strings.Repeat("x", 1<<20)), strings.Repeat("x", 1<<20), 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			stray := 0
			c := reading(t, tt.text, wire.Options{Stray: func([]byte) { stray++ }})
			got, err := methods(t, c)
			if strings.Join(got, ",") != tt.want || stray != tt.stray || !errors.Is(err, io.EOF) {
				t.Errorf("got %.100v, %d stray, %v", got, stray, err)
			}
		})
	}
}

func TestLimits(t *testing.T) {
	_, err := methods(t, reading(t, note("a")+"\n"+strings.Repeat("x", 2000), wire.Options{MaxLine: 1000}))
	if !errors.Is(err, wire.ErrLineTooLong) {
		t.Errorf("got %v", err)
	}
	_, err = methods(t, reading(t, strings.Repeat("noise\n", 1001), wire.Options{}))
	if !errors.Is(err, wire.ErrNoProtocol) {
		t.Errorf("got %v", err)
	}
}

// Frames of many writers are whole lines.
func TestWriteConcurrentSafe(t *testing.T) {
	ours, theirs := net.Pipe()
	c := wire.New(ours, ours, wire.Options{OnClose: ours.Close})
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			for range 20 {
				params, _ := json.Marshal(map[string]string{"x": strings.Repeat("y", 5000)})
				if err := c.Write(t.Context(), &jsonrpc.Request{Method: "m", Params: params}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() {
		wg.Wait()
		_ = c.Close()
	}()
	dec := json.NewDecoder(theirs)
	n := 0
	for {
		var m struct{ Method string }
		if err := dec.Decode(&m); err != nil {
			break
		}
		n++
	}
	if n != 400 {
		t.Errorf("%d frames", n)
	}
}

// A peer that reads nothing holds up neither a caller whose context ends nor the
// end of the connection.
func TestPeerThatReadsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, _ := net.Pipe()
		c := wire.New(ours, ours, wire.Options{OnClose: ours.Close})
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := c.Write(ctx, &jsonrpc.Request{Method: "m"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
		waiting := make(chan error, 1)
		go func() { waiting <- c.Write(context.Background(), &jsonrpc.Request{Method: "m"}) }()
		synctest.Wait()
		_ = c.Close()
		_ = c.Close()
		if err := <-waiting; !errors.Is(err, sdk.ErrConnectionClosed) {
			t.Errorf("got %v", err)
		}
		if _, err := c.Read(t.Context()); !errors.Is(err, io.EOF) {
			t.Errorf("got %v", err)
		}
	})
}

// FuzzRead: no input makes reading fail in another way than it may.
func FuzzRead(f *testing.F) {
	f.Add(note("a") + "\n[" + note("b") + "]\n{}\nx\n")
	f.Add("[[[[\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n")
	f.Fuzz(func(t *testing.T, text string) {
		c := wire.New(strings.NewReader(text), io.Discard, wire.Options{MaxLine: 1 << 16})
		defer c.Close()
		for {
			if _, err := c.Read(t.Context()); err != nil {
				if !errors.Is(err, io.EOF) && !errors.Is(err, wire.ErrLineTooLong) && !errors.Is(err, wire.ErrNoProtocol) {
					t.Fatal(err)
				}
				return
			}
		}
	})
}
