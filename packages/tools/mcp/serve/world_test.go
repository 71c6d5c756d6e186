package serve_test

import (
	"context"
	"errors"
	"net"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

type executor struct{ reg *tools.Registry }

func (e executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	return tools.Description{Tools: d.Declarations, Sections: []tools.Section{{Name: "x", Text: "unused"}}}, nil
}

func (e executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return e.reg.RunBatch(ctx, b, nil)
}

// world is a registry that is served.
type world struct {
	testing.TB
	reg    *tools.Registry
	root   *scope.Scope
	server *serve.Server

	mu     sync.Mutex
	agents map[string]*scope.Scope
	once   sync.Once
}

func newWorld(t testing.TB, change ...func(*serve.Options)) *world {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	must(t, err)
	w := &world{TB: t, reg: reg, root: scope.NewRoot("test"), agents: map[string]*scope.Scope{}}
	_, err = reg.Mount(w.root, executor{reg})
	must(t, err)
	o := serve.Options{Registry: reg, Scope: w.root, NewAgent: w.agent}
	for _, f := range change {
		f(&o)
	}
	w.server, err = serve.New(o)
	must(t, err)
	t.Cleanup(w.close)
	return w
}

func (w *world) close() {
	w.once.Do(func() {
		w.server.Close()
		must(w, w.root.Close(context.Background()))
		if w.mu.Lock(); len(w.agents) > 0 {
			w.Errorf("agents are left: %v", w.agents)
		}
		w.mu.Unlock()
	})
}

func (w *world) agent(_ context.Context, id string) (serve.Agent, error) {
	s, err := w.root.Keyed(id, nil)
	if err != nil {
		return serve.Agent{}, err
	}
	w.mu.Lock()
	w.agents[id] = s
	w.mu.Unlock()
	return serve.Agent{Identity: &tools.Agent{ID: id, Key: s.Key()}, Scope: s, Close: func(ctx context.Context) error {
		w.mu.Lock()
		delete(w.agents, id)
		w.mu.Unlock()
		return s.Close(ctx)
	}}, nil
}

type words struct {
	Text string `json:"text,omitzero"`
}

// tool registers a tool of texts. Calls of read-only ones may overlap, unless the
// text says "alone".
func (w *world) tool(
	name string, traits tools.Traits, body func(context.Context, *tools.Exec, words) (string, error),
) scope.Undo {
	w.Helper()
	t := tools.Tool[words, string]{Name: name, Description: "Does " + name + ".", Execute: body, Traits: traits}
	if traits.ReadOnly {
		t.ConcurrencySafe = func(in words) bool { return in.Text != "alone" }
	}
	d, err := tools.Define(t)
	must(w, err)
	undo, err := w.reg.Register(w.root, d)
	must(w, err)
	return undo
}

func echo(_ context.Context, _ *tools.Exec, in words) (string, error) { return in.Text, nil }

// connect connects a client in process and returns its session.
func (w *world) connect(o *sdk.ClientOptions) *sdk.ClientSession {
	w.Helper()
	c, _ := w.connectStreams(o)
	return c
}

// connectStreams also returns how to break the connection.
func (w *world) connectStreams(o *sdk.ClientOptions) (*sdk.ClientSession, func()) {
	w.Helper()
	ours, theirs := net.Pipe()
	served := make(chan struct{})
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		defer close(served)
		_ = w.server.ServeStreams(ctx, theirs, theirs)
	}()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).
		Connect(w.Context(), &sdk.IOTransport{Reader: ours, Writer: ours}, nil)
	must(w, err)
	w.Cleanup(func() {
		_ = c.Close()
		_ = theirs.Close()
		<-served
		cancel()
	})
	return c, func() { _ = ours.Close() }
}

// listen serves over HTTP.
func (w *world) listen(o serve.HTTPOptions) *httptest.Server {
	s := httptest.NewServer(w.server.Handler(o))
	w.Cleanup(func() {
		w.close()
		s.Close()
	})
	return s
}

func (w *world) dial(url string, o *sdk.ClientOptions) *sdk.ClientSession {
	w.Helper()
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, o).
		Connect(w.Context(), &sdk.StreamableClientTransport{Endpoint: url}, nil)
	must(w, err)
	w.Cleanup(func() { _ = c.Close() })
	return c
}

func call(t testing.TB, c *sdk.ClientSession, name string, args any) *sdk.CallToolResult {
	t.Helper()
	r, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: args})
	must(t, err)
	return r
}

func textOf(r *sdk.CallToolResult) (text string) {
	for _, c := range r.Content {
		if c, ok := c.(*sdk.TextContent); ok {
			text += c.Text
		}
	}
	return text
}

// eventually waits for something that other goroutines bring about.
func eventually(t testing.TB, what string, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-time.After(30 * time.Second):
		t.Fatal("never: " + what)
	}
}

var errNo = errors.New("no")

var _ = llm.TextContent
