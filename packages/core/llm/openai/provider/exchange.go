package provider

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Exchange is one attempt at a request. It belongs to the goroutine that runs it.
type Exchange struct {
	ctx      context.Context // ends when the attempt is over or has stalled
	cancel   context.CancelCauseFunc
	config   *Config
	sink     llm.Sink
	assembly llm.Assembly
	handed   bool

	watch *watchdog

	mu    sync.Mutex // the HTTP client may read from a goroutine of its own
	trip  error      // why no answer came
	read  error      // why the answer's body ended early
	bytes int64
}

var (
	errStalled = errors.New("the provider sent nothing for too long")
	errTooLong = errors.New("the answer is longer than the limit")
)

func (c *Client) newExchange(ctx context.Context, sink llm.Sink) *Exchange {
	ctx, cancel := context.WithCancelCause(ctx)
	x := &Exchange{ctx: ctx, cancel: cancel, config: &c.config, sink: sink}
	x.assembly.NewID = c.config.NewID
	x.watch = newWatchdog(c.config.Stall, func() { cancel(errStalled) })
	return x
}

// end stops the watchdog and whatever still reads.
func (x *Exchange) end() {
	x.watch.stop()
	x.cancel(nil)
}

// Emit adds a piece of the answer and hands it to the sink.
func (x *Exchange) Emit(e llm.Event) {
	x.assembly.Add(e)
	if x.sink == nil {
		return
	}
	if _, ok := e.(llm.UsageUpdate); !ok {
		x.handed = true
	}
	x.sink(e)
}

// Middleware has the form of the middleware of the official SDKs. It watches the answer for signs
// of life, limits its length, remembers why it ended early, and makes coded errors of refusals
// and of answers that are no event stream.
func (x *Exchange) Middleware(
	req *http.Request, next func(*http.Request) (*http.Response, error),
) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		x.note(&x.trip, err)
		return res, err
	}
	x.watch.reset()
	res.Body = &watchedBody{ReadCloser: res.Body, x: x}
	if res.StatusCode/100 == 2 && !isDocument(res.Header) {
		return res, nil
	}
	refusal := x.refusal(res)
	_ = res.Body.Close() // whatever is left of it does not matter any more
	return nil, refusal
}

// isDocument reports whether an answer is certainly no event stream. Not every server that streams
// says so.
func isDocument(h http.Header) bool {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && (media == "application/json" || media == "text/html" ||
		strings.HasSuffix(media, "+json"))
}

// refusal explains an answer that is no event stream. Some servers report failures with a status
// that says that all is well.
func (x *Exchange) refusal(res *http.Response) error {
	const most = 64 << 10
	body, _ := io.ReadAll(io.LimitReader(res.Body, most)) // what could be read explains enough
	answer := ParseAnswer(body)
	answer.Status, answer.Header = res.StatusCode, res.Header
	if answer.Message != "" || res.StatusCode/100 != 2 {
		return answer.Error(*x.config)
	}
	return &llm.Error{
		Code: llm.CodeProtocol, Provider: x.config.Name, Status: res.StatusCode,
		Message: "the server answered with " + x.config.clean(res.Header.Get("Content-Type")) +
			" instead of an event stream; check the base URL",
	}
}

// note remembers the first error of a kind.
func (x *Exchange) note(where *error, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if *where == nil {
		*where = err
	}
}

func (x *Exchange) noted() (trip, read error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.trip, x.read
}

// count adds n read bytes and reports whether the limit is kept.
func (x *Exchange) count(n int) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.bytes += int64(n)
	return x.bytes <= x.config.MaxBytes
}

// watchedBody passes an answer on and takes note of what happens to it.
type watchedBody struct {
	io.ReadCloser
	x *Exchange
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if n > 0 {
		b.x.watch.reset()
	}
	if !b.x.count(n) {
		err = errTooLong
	}
	if err != nil && !errors.Is(err, io.EOF) {
		b.x.note(&b.x.read, err)
	}
	return n, err
}

// watchdog calls bark when it was not reset for a while.
type watchdog struct {
	mu    sync.Mutex
	timer *time.Timer // nil once stopped
	after time.Duration
}

func newWatchdog(after time.Duration, bark func()) *watchdog {
	return &watchdog{timer: time.AfterFunc(after, bark), after: after}
}

func (w *watchdog) reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Reset(w.after)
	}
}

func (w *watchdog) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}
