package session

import (
	"context"
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// Options says how a log behaves. The zero value is ready for use.
type Options struct {
	// Catalog declares the event types of plugins. Nil means this module's types only.
	Catalog *Catalog
	// Now is the clock of the events. Nil means time.Now.
	Now func() time.Time
	// NewID makes the ids of the messages that repair writes. Nil means random ones.
	NewID func() string
	// Report receives what must not disturb the caller: panics of observers, and store failures
	// of a background write. Nil drops them. It is called without any lock and may be called by
	// several goroutines.
	Report func(error)
	// MaxDelay is how long an enqueued event may wait before it is written on its own. Zero means
	// DefaultMaxDelay.
	MaxDelay time.Duration
}

// DefaultMaxDelay is how long enqueued events wait for company (§19).
const DefaultMaxDelay = 200 * time.Millisecond

// mostWaiting is how many events may wait for the store before Enqueue writes them itself, so that
// a fast producer cannot outrun the medium without bound.
const mostWaiting = 4096

func (o Options) resolved() Options {
	o.Catalog = o.Catalog.clone()
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.NewID == nil {
		o.NewID = rand.Text
	}
	if o.Report == nil {
		o.Report = func(error) {}
	}
	if o.MaxDelay <= 0 {
		o.MaxDelay = DefaultMaxDelay
	}
	return o
}

// Log is an append-only event log over a store. All methods are safe for concurrent use. A Log has
// no goroutine of its own; a timer runs while enqueued events wait.
type Log struct {
	header    Header
	options   Options
	committer committer
	feed      feed

	mu      sync.Mutex // orders appends; held while an event is checked and queued, never for I/O
	history history
	timer   *time.Timer // set while enqueued events wait
	closing bool

	background sync.WaitGroup // the timer's write
	closed     chan struct{}  // closed when Close is through
	closeErr   error
}

// Open reads the store, checks every event against the format, closes the turn that a crash left
// open, and returns the log ready for more. The log owns the store from then on, and closes it when
// Open fails.
//
// Recovery says what was repaired; what it says is on the medium already.
func Open(ctx context.Context, store Store, options Options) (*Log, Recovery, error) {
	l, recovery, err := open(ctx, store, options.resolved())
	if err != nil {
		_ = store.Close() // the failure to open is what the caller needs to know
		return nil, Recovery{}, err
	}
	return l, recovery, nil
}

func open(ctx context.Context, store Store, options Options) (*Log, Recovery, error) {
	header := store.Header()
	if err := header.check(); err != nil {
		return nil, Recovery{}, err
	}
	loaded, err := store.Load(ctx)
	if err != nil {
		return nil, Recovery{}, At("the log", err)
	}
	l := &Log{
		header: header, options: options, closed: make(chan struct{}),
		committer: committer{store: store, kept: int64(len(loaded.Events))},
		feed:      feed{report: options.Report},
	}
	if err := l.history.load(loaded.Events, options.Catalog); err != nil {
		return nil, Recovery{}, At(place(store), err)
	}
	recovery, err := l.recover(ctx)
	recovery.CutBytes, recovery.CutLines = loaded.CutBytes, loaded.CutLines
	return l, recovery, err
}

// place names the log of a store: the file of one that has a path, else its id.
func place(store Store) string {
	if file, ok := store.(interface{ Path() string }); ok {
		return file.Path()
	}
	return "session " + quote(store.Header().ID)
}

// Header returns what identifies the log.
func (l *Log) Header() Header { return l.header }

// Len returns how many events the log has, which is the sequence number of the next one.
func (l *Log) Len() int64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return int64(len(l.history.events))
}

// Append adds one event and returns it when it is on the medium: what Append has acknowledged
// survives a crash. Appends of several goroutines share the writes.
//
// The context bounds only the wait. When it ends first, the error carries CodeUnacknowledged and
// the event stays in the log all the same, so the record of a cancelled step does not depend on the
// step's context. Every other error means that nothing was added.
func (l *Log) Append(ctx context.Context, r Record) (Event, error) {
	e, _, err := l.add(ctx, r, false)
	if err != nil {
		return Event{}, err
	}
	err = l.committer.sync(ctx, e.Seq+1)
	l.drain(ctx)
	return e, err
}

// Enqueue adds one event without waiting for the medium. It is written with the next acknowledged
// append, by Flush, or after Options.MaxDelay. Use it for what may be lost with the process, such
// as the chunks of a response that will be recorded whole. When very many events wait already, it
// waits for the medium like Append.
func (l *Log) Enqueue(ctx context.Context, r Record) (Event, error) {
	e, waiting, err := l.add(ctx, r, true)
	if err != nil {
		return Event{}, err
	}
	if waiting >= mostWaiting {
		err = l.committer.sync(ctx, e.Seq+1)
	}
	l.drain(ctx)
	return e, err
}

// Flush returns when every event added before the call is on the medium.
func (l *Log) Flush(ctx context.Context) error {
	n := l.Len()
	err := l.committer.sync(ctx, n)
	l.drain(ctx)
	return err
}

// Observe tells f of every event appended from now on, until stop is called or the log closes. Stop
// does not wait for a call that is under way.
func (l *Log) Observe(f Observer) (stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.feed.observe(&watch{tell: f, from: int64(len(l.history.events))})
}

// Close writes what waits, tells the observers of it, and closes the store. Later appends fail with
// CodeClosed; reading goes on working. Every call returns the same, when the log is closed.
func (l *Log) Close(ctx context.Context) error {
	if err := l.notObserving(ctx); err != nil {
		return err
	}
	l.mu.Lock()
	first := !l.closing
	l.closing = true
	l.stopTimer()
	l.mu.Unlock()
	if !first {
		<-l.closed
		return l.closeErr
	}
	defer close(l.closed)
	l.background.Wait()
	// The writes are this log's own work and end by themselves: closing must not lose them because
	// the caller is in a hurry.
	l.closeErr = l.Flush(context.WithoutCancel(ctx))
	if err := l.committer.store.Close(); l.closeErr == nil {
		l.closeErr = At("the log", err)
	}
	return l.closeErr
}

type observing struct{}

func (l *Log) drain(ctx context.Context) {
	l.feed.drain(context.WithValue(ctx, observing{}, l), l.committer.acknowledged)
}

// add checks r and puts it in the log; early events may be told before the store has them. It
// returns how many events now wait for the store.
func (l *Log) add(ctx context.Context, r Record, early bool) (Event, int, error) {
	if err := l.notObserving(ctx); err != nil {
		return Event{}, 0, err
	}
	data, err := snapshot(r)
	if err != nil {
		return Event{}, 0, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	e, err := l.take(r, data)
	if err != nil {
		return Event{}, 0, err
	}
	l.feed.add(e, early)
	if early && l.timer == nil {
		l.startTimer()
	}
	return e, l.committer.add(e), nil
}

// notObserving refuses what would feed an observer's own doing back to it.
func (l *Log) notObserving(ctx context.Context) error {
	if ctx.Value(observing{}) == l {
		return fail(CodeReentrant, "an observer may not append to the log it observes, or close it")
	}
	return nil
}

// take makes the next event of r and takes it into the history.
func (l *Log) take(r Record, data jsonvalue.Value) (Event, error) {
	if l.closing {
		return Event{}, fail(CodeClosed, "the log is closed")
	}
	if err := l.committer.failure(); err != nil {
		return Event{}, err
	}
	known, ignorable := l.options.Catalog.lookup(r.Type)
	if !known {
		return Event{}, unknownType(r.Type)
	}
	e := Event{
		Seq:  int64(len(l.history.events)),
		Time: l.options.Now().UTC().Truncate(time.Millisecond),
		Type: r.Type, Data: data, Surface: r.Surface,
		Sources: slices.Clone(r.Sources), Ignorable: ignorable,
	}
	return e, l.history.take(e, r.Data)
}

// snapshot turns a payload into a value that nobody can change any more.
func snapshot(r Record) (jsonvalue.Value, error) {
	data, err := marshal(r.Data)
	if err != nil {
		return data, &Error{Code: CodeLossy, Message: "the data of " + quote(string(r.Type)) +
			" is not lossless JSON", Err: err}
	}
	if data.Kind() != jsonvalue.KindObject {
		return data, fail(CodeLossy, "the data of "+quote(string(r.Type))+" is not an object")
	}
	return data, nil
}

// startTimer sees to it that enqueued events are written although nobody waits for them.
func (l *Log) startTimer() {
	l.background.Add(1)
	l.timer = time.AfterFunc(l.options.MaxDelay, l.writeEnqueued)
}

func (l *Log) stopTimer() {
	if l.timer != nil && l.timer.Stop() {
		l.background.Done()
	}
	l.timer = nil
}

// writeEnqueued runs in the timer's goroutine, which Close waits for.
func (l *Log) writeEnqueued() {
	defer l.background.Done()
	l.mu.Lock()
	l.timer = nil
	l.mu.Unlock()
	// No caller's context exists here: the write belongs to the log.
	if err := l.Flush(context.Background()); err != nil {
		l.options.Report(err)
	}
}

func marshal(data any) (jsonvalue.Value, error) {
	if v, ok := data.(jsonvalue.Value); ok {
		return v, nil
	}
	if v, ok := quickValue(data); ok {
		return v, nil
	}
	return jsonvalue.Marshal(data)
}
