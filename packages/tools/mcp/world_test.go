package mcp_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/dsh-go/dsh/packages/tools/mcp/internal/wire"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

func must(t testing.TB, err error) {
	if err == nil {
		return
	}
	if t == nil { // in a process that a test started
		panic(err)
	}
	t.Helper()
	t.Fatal(err)
}

// executor runs batches natively, and declares what the native executor does.
type executor struct{ reg *tools.Registry }

func (e executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	_, listed := d.Listed()
	return tools.Description{Tools: listed}, nil
}

func (e executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return e.reg.RunBatch(ctx, b, nil)
}

// world is a registry with servers.
type world struct {
	testing.TB
	reg     *tools.Registry
	root    *scope.Scope
	servers *mcp.Servers
	err     error // of closing
	closed  sync.Once
}

func newWorld(t testing.TB, o mcp.Options) *world {
	t.Helper()
	reg, err := tools.New(tools.Options{})
	must(t, err)
	w := &world{TB: t, reg: reg, root: scope.NewRoot("test")}
	_, err = reg.Mount(w.root, executor{reg})
	must(t, err)
	o.Registry = reg
	if o.Lookup == nil {
		o.Lookup = func(string) (string, bool) { return "", false }
	}
	w.servers = mcp.New(o)
	t.Cleanup(func() { must(t, w.close()) })
	return w
}

func (w *world) close() error {
	w.closed.Do(func() { w.err = w.root.Close(context.Background()) })
	return w.err
}

// install adds one server named "s".
func (w *world) install(c mcp.ServerConfig) {
	w.Helper()
	must(w, w.servers.Install(w.Context(), w.root, mcp.Config{Servers: map[string]mcp.ServerConfig{"s": c}}))
}

func (w *world) server() *mcp.Server { return w.servers.All()[0] }

func (w *world) names() (names []string) {
	for _, r := range w.reg.Definitions(nil, nil) {
		names = append(names, r.Name())
	}
	return names
}

func (w *world) run(ctx context.Context, name, args string) *tools.Result {
	w.Helper()
	out, err := w.reg.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: name, Arguments: args}}})
	must(w, err)
	return out.Outcomes[0].Result
}

// call calls a tool of server "s" by its raw name.
func (w *world) call(name, args string) *tools.Result {
	w.Helper()
	return w.run(w.Context(), mcp.PublicName("s", name), args)
}

// here is a configuration that the test's dialer does not look at.
var here = mcp.ServerConfig{Command: "in-process"}

// inProcess dials an SDK server; every connection gets a session of its own.
func inProcess(server *sdk.Server) mcp.Dialer {
	return func(ctx context.Context, _ *mcp.Endpoint) (mcp.Link, error) {
		ours, theirs := sdk.NewInMemoryTransports()
		session, err := server.Connect(context.WithoutCancel(ctx), theirs, nil)
		if err != nil {
			return mcp.Link{}, err
		}
		return mcp.Link{Transport: ours, Close: func(context.Context) error {
			_ = session.Close()
			return nil
		}}, nil
	}
}

func newServer() *sdk.Server {
	return sdk.NewServer(&sdk.Implementation{Name: "test", Version: "1"}, nil)
}

// request is what a scripted server reads.
type request struct {
	ID     *int64          `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// script is a server that answers by hand. A nil answer is none.
type script struct {
	handle func(s *script, r request) any
	conn   net.Conn
	mu     sync.Mutex
}

// scripted dials hand-written servers: one for each connection, the last of
// them again and again.
func scripted(handlers ...func(s *script, r request) any) (mcp.Dialer, *int) {
	dials := new(int)
	return func(context.Context, *mcp.Endpoint) (mcp.Link, error) {
		h := handlers[min(*dials, len(handlers)-1)]
		*dials++
		ours, theirs := net.Pipe()
		s := &script{handle: h, conn: theirs}
		done := make(chan struct{})
		go func() {
			defer close(done)
			s.run()
		}()
		return mcp.Link{Transport: transport(func() sdk.Connection {
			return wire.New(ours, ours, wire.Options{OnClose: ours.Close})
		}), Close: func(context.Context) error {
			_ = theirs.Close()
			<-done
			return nil
		}}, nil
	}, dials
}

type transport func() sdk.Connection

func (t transport) Connect(context.Context) (sdk.Connection, error) { return t(), nil }

func (s *script) run() {
	dec := json.NewDecoder(s.conn)
	var wg sync.WaitGroup
	defer wg.Wait()
	for {
		var r request
		if err := dec.Decode(&r); err != nil {
			return
		}
		wg.Go(func() {
			if answer := s.handle(s, r); answer != nil && r.ID != nil {
				s.send(map[string]any{"jsonrpc": "2.0", "id": *r.ID, "result": answer})
			}
		})
	}
}

func (s *script) send(v any) {
	text, _ := json.Marshal(v)
	s.write(string(text) + "\n")
}

func (s *script) notify(method string, params any) {
	s.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

func (s *script) write(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := io.Copy(s.conn, strings.NewReader(text)); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		panic(err)
	}
}

// basic answers the handshake, lists tools and leaves calls to the function.
func basic(list string, call func(s *script, r request) any) func(*script, request) any {
	return func(s *script, r request) any {
		switch r.Method {
		case "server/discover":
			s.send(map[string]any{"jsonrpc": "2.0", "id": *r.ID, "error": map[string]any{"code": -32601, "message": "no"}})
		case "initialize":
			return json.RawMessage(`{"protocolVersion":"2025-11-25","serverInfo":{"name":"x","version":"1"},"capabilities":{"tools":{"listChanged":true}},"instructions":"Be kind."}`)
		case "tools/list":
			return json.RawMessage(list)
		case "tools/call":
			return call(s, r)
		}
		return nil
	}
}
