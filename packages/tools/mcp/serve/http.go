package serve

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// HTTPOptions configure service over streamable HTTP.
type HTTPOptions struct {
	// Token is what clients must send as bearer token; empty asks for none, which
	// only loopback addresses may do, see [Address].
	Token string
	// Origins are the origins of web pages that may connect, such as
	// https://example.com. Pages of the machine itself always may.
	Origins []string
	// IdleTimeout ends sessions whose client has not been heard of for so long; 0
	// means 30 minutes.
	IdleTimeout time.Duration
}

// Address completes an address to listen on: without a host it is the loopback
// one. Any other host than a loopback one is refused without a token.
func Address(address, token string) (string, error) {
	if !strings.Contains(address, ":") {
		address = ":" + address
	}
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", &Error{Code: CodeAddress, Message: "the address must be a port or host:port", Err: err}
	}
	if host == "" {
		host = "127.0.0.1"
	}
	if !isLoopback(host) && token == "" {
		return "", &Error{Code: CodeAddress, Message: "an address that others can reach needs a bearer token: " +
			"set one, or serve on 127.0.0.1"}
	}
	return net.JoinHostPort(host, port), nil
}

func isLoopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// carrierHeader marks a request inside this process, so that its call ends with
// it; what a client sends under that name is dropped.
const carrierHeader = "X-Dsh-Carrier"

// handler guards the SDK's endpoint.
type handler struct {
	server *Server
	next   http.Handler
	token  [sha256.Size]byte
	open   bool // no token is asked for
	allow  []string
}

// Handler returns the endpoint. It checks the bearer token and the origin of
// every request; the Host of requests to loopback addresses is checked too, so
// that a web page cannot reach them under a name of its own. The handler's
// sessions end with [Server.Close].
func (s *Server) Handler(o HTTPOptions) http.Handler {
	if o.IdleTimeout == 0 {
		o.IdleTimeout = 30 * time.Minute
	}
	get := func(*http.Request) *sdk.Server { return s.sdk }
	next := sdk.NewStreamableHTTPHandler(get, &sdk.StreamableHTTPOptions{
		Logger: s.log, SessionTimeout: o.IdleTimeout, MaxRequestBodyBytes: maxBody,
	})
	return &handler{
		server: s, next: next, allow: o.Origins,
		token: sha256.Sum256([]byte(o.Token)), open: o.Token == "",
	}
}

// maxBody is the largest request, in bytes.
const maxBody = 64 << 20

// ServeHTTP serves one request.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if origin := r.Header.Get("Origin"); origin != "" && !h.allows(origin) {
		http.Error(w, "this origin may not connect", http.StatusForbidden)
		return
	}
	if !h.open && !h.authorized(r) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="dsh"`)
		http.Error(w, "a bearer token is needed", http.StatusUnauthorized)
		return
	}
	if r.Method == http.MethodDelete {
		h.server.cancelSession(r.Header.Get("Mcp-Session-Id"))
	}
	key := rand.Text()
	r = r.Clone(r.Context())
	r.Header.Set(carrierHeader, key)
	h.server.carriers.Store(key, r.Context())
	defer h.server.carriers.Delete(key)
	h.next.ServeHTTP(w, r)
}

func (h *handler) allows(origin string) bool {
	if slices.Contains(h.allow, origin) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && isLoopback(u.Hostname())
}

func (h *handler) authorized(r *http.Request) bool {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	given := sha256.Sum256([]byte(token))
	return strings.EqualFold(scheme, "Bearer") && subtle.ConstantTimeCompare(given[:], h.token[:]) == 1
}

// carrier returns the context of the HTTP request that carries a message.
func (s *Server) carrier(extra *sdk.RequestExtra) (context.Context, bool) {
	if extra == nil {
		return nil, false
	}
	ctx, ok := s.carriers.Load(extra.Header.Get(carrierHeader))
	if !ok {
		return nil, false
	}
	return ctx.(context.Context), true
}

// cancelSession cancels the calls of a session that its client ends: the SDK
// would wait for them.
func (s *Server) cancelSession(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for client, own := range s.sessions {
		if id != "" && client.ID() == id {
			own.cancel(errSessionOver)
		}
	}
}
