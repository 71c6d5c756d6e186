package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
)

// raw is a client that writes what it likes.
type raw struct {
	testing.TB
	conn net.Conn
	dec  *json.Decoder
}

type response struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (w *world) raw() *raw {
	ours, theirs := net.Pipe()
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = w.server.ServeStreams(context.Background(), theirs, theirs)
	}()
	w.Cleanup(func() {
		_ = ours.Close()
		_ = theirs.Close()
		<-served
	})
	return &raw{w.TB, ours, json.NewDecoder(ours)}
}

func (r *raw) send(format string, args ...any) {
	r.Helper()
	if _, err := io.WriteString(r.conn, fmt.Sprintf(format, args...)+"\n"); err != nil {
		r.Error(err)
	}
}

// read returns the next response; notifications are passed over.
func (r *raw) read() (m response) {
	r.Helper()
	for m.ID == nil && m.Error == nil {
		must(r, r.dec.Decode(&m))
	}
	return m
}

func (r *raw) initialize() {
	r.Helper()
	r.send(`{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`)
	if m := r.read(); m.ID != "init" || m.Error != nil {
		r.Fatalf("got %+v", m)
	}
	r.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
}

const callEcho = `{"jsonrpc":"2.0","id":%v,"method":"tools/call","params":{"name":"echo","arguments":{"text":"%s"}}}`

func TestHostileClient(t *testing.T) {
	w := newWorld(t)
	w.tool("echo", tools.Traits{ReadOnly: true}, echo)
	r := w.raw()
	r.send(callEcho, 1, "too early")
	if m := r.read(); m.Error == nil {
		t.Errorf("a call before the handshake got %+v", m)
	}
	r.initialize()
	r.send("hello?\n{broken\n[]\n[1]\n{\"jsonrpc\":\"1.0\",\"id\":1}")
	r.send(callEcho, 2, "after noise")
	if m := r.read(); !strings.Contains(string(m.Result), "after noise") {
		t.Errorf("got %+v", m)
	}
	r.send(`{"jsonrpc":"2.0","id":3,"method":"no/such/method"}`)
	if m := r.read(); m.Error == nil || m.Error.Code != -32601 {
		t.Errorf("got %+v", m)
	}
	for i, params := range []string{`7`, `{"name":5}`, `{}`, `{"name":"echo","arguments":7}`, `{"name":"echo","arguments":{"text":"x","text":5}}`} {
		r.send(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":%s}`, 10+i, params)
		if m := r.read(); m.Error == nil && !strings.Contains(string(m.Result), `"isError":true`) {
			t.Errorf("%s got %+v", params, m)
		}
	}
	long := strings.Repeat("x", 10<<20)
	go r.send(callEcho, 20, long)
	if m := r.read(); !strings.Contains(string(m.Result), long[:1000]) {
		t.Errorf("got %d bytes, %.300s %+v", len(m.Result), m.Result, m)
	}
}

// An id that is in use is refused, and the call that has it is not disturbed.
func TestDuplicateIDs(t *testing.T) {
	w := newWorld(t)
	running, release := make(chan struct{}), make(chan struct{})
	w.tool("slow", tools.Traits{ReadOnly: true}, func(context.Context, *tools.Exec, words) (string, error) {
		close(running)
		<-release
		return "first", nil
	})
	w.tool("echo", tools.Traits{ReadOnly: true}, echo)
	r := w.raw()
	r.initialize()
	r.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow"}}`)
	<-running
	r.send(callEcho, 1, "second") // dropped: an answer could only confuse the first
	r.send(callEcho, 2, "between")
	if m := r.read(); m.ID != 2.0 { // what was sent before is read by now
		t.Errorf("got %+v", m)
	}
	close(release)
	if m := r.read(); m.ID != 1.0 || !strings.Contains(string(m.Result), "first") {
		t.Errorf("got %+v", m)
	}
	r.send(callEcho, 1, "again") // the id is free
	if m := r.read(); m.ID != 1.0 || !strings.Contains(string(m.Result), "again") {
		t.Errorf("got %+v", m)
	}
}

// Many calls at once are answered, each with its own answer.
func TestFloodOfCalls(t *testing.T) {
	w := newWorld(t)
	w.tool("echo", tools.Traits{ReadOnly: true}, echo)
	r := w.raw()
	r.initialize()
	const calls = 500
	go func() {
		for i := range calls {
			r.send(callEcho, i, fmt.Sprintf("text %d.", i))
		}
	}()
	for range calls {
		m := r.read()
		if want := fmt.Sprintf("text %v.", m.ID); !strings.Contains(string(m.Result), want) {
			t.Fatalf("id %v got %s", m.ID, m.Result)
		}
	}
}
