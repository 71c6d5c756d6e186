package providertest

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// Reply answers one request.
type Reply func(w http.ResponseWriter, r *http.Request)

// Request is what the server was asked.
type Request struct {
	Path   string
	Header http.Header
	Body   string
}

// Server answers requests with its replies, in order; the last one answers all that follow. It is
// safe for concurrent use.
type Server struct {
	// URL is the server's address.
	URL string

	mu       sync.Mutex
	replies  []Reply
	requests []Request
}

// Serve starts a server that ends with the test.
func Serve(t testing.TB, replies ...Reply) *Server {
	t.Helper()
	s := &Server{replies: replies}
	listening := httptest.NewServer(s)
	t.Cleanup(listening.Close)
	s.URL = listening.URL
	return s
}

// ServeHTTP records the request and lets the next reply answer it.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the client went away
	}
	s.next(Request{Path: r.URL.Path, Header: r.Header.Clone(), Body: string(body)})(w, r)
}

func (s *Server) next(r Request) Reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	reply := s.replies[0]
	if len(s.replies) > 1 {
		s.replies = s.replies[1:]
	}
	return reply
}

// Requests returns what was asked so far.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Stream sends the text of an event stream and ends it.
func Stream(text string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) { send(w, text) }
}

// Cut sends the text and breaks the connection.
func Cut(text string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		send(w, text)
		panic(http.ErrAbortHandler)
	}
}

// Stall sends the text and then nothing until the client goes away.
func Stall(text string) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		send(w, text)
		<-r.Context().Done()
	}
}

// Status refuses with a status, header fields and a body.
func Status(status int, header map[string]string, body string) Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for name, value := range maps.All(header) {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		fmt.Fprint(w, body) // a client that went away is no concern of the test
	}
}

func send(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	w.WriteHeader(http.StatusOK)
	fmt.Fprint(w, text) // a client that went away is no concern of the test
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}
