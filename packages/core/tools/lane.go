package tools

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// DefaultMaxParallel is how many bodies of one lane run at once where nothing
// else is configured (R80).
const DefaultMaxParallel = 10

// LaneConfig says what the calls of a lane share and who is told about them.
type LaneConfig struct {
	Agent *Agent
	// Set is the step's set, nil outside a step.
	Set *ToolSet
	// Transport is the executor's own tool, nil if it has none.
	Transport *Transport
	// MaxParallel bounds the bodies in flight; it is read when a group of
	// parallel calls starts. Nil and values below 1 mean the default.
	MaxParallel func() int
	// Trace observes stages; nil observes nothing.
	Trace Tracer
	// Observer is told of starts and commits; nil is told nothing.
	Observer LaneObserver
}

// LaneObserver is told of the calls of a lane, by their index in the order of
// submission. Its methods run in the lane, one at a time; an error stops the
// lane as a scheduler failure.
type LaneObserver interface {
	// Started runs before a call is put to policy.
	Started(index int, c *Call) error
	// Committed runs after tools/result.
	Committed(index int, o *Outcome) error
}

// Lane schedules calls (R80–R88): they are prepared and committed one at a
// time in the order of submission, while the bodies of calls that are safe to
// overlap run in a rolling pool beside it. Submit may be called from any
// goroutine; Run is called once and owns everything else.
type Lane struct {
	env environment
	cfg LaneConfig
	ctx context.Context

	mu     sync.Mutex
	inbox  []*execution // submitted, not yet seen by Run
	count  int          // submitted in all
	closed bool
	ran    atomic.Bool // Run was called
	mail   atomic.Bool // something above changed
	defect atomic.Pointer[Error]

	wake    chan struct{}
	running atomic.Int32 // bodies handed out and not settled
	work    chan *execution
	workers int
	pool    sync.WaitGroup

	// What follows belongs to Run.
	queue      []*execution
	open       bool // more may be submitted
	sole       bool // nothing is submitted during this Advance
	head, next int  // first uncommitted, first unstarted
	limit      int  // of the current group
	barrier    bool // an exclusive call is between start and commit
	blocked    bool // the next call is exclusive and waits for the group before it
}

// NewLane returns a lane for calls under ctx: when it ends, nothing more is
// started, and what runs is awaited.
func (r *Registry) NewLane(ctx context.Context, cfg LaneConfig) *Lane {
	l := &Lane{wake: make(chan struct{}, 1), open: true}
	if ctx == nil {
		ctx = context.Background() // never used: the lane has failed already
		l.defect.Store(refuse(CodeNilArgument, "context is nil"))
	}
	l.init(ctx, r, cfg)
	return l
}

func (l *Lane) init(ctx context.Context, r *Registry, cfg LaneConfig) {
	l.env = environment{reg: r, agent: cfg.Agent, set: cfg.Set, transport: cfg.Transport, trace: cfg.Trace}
	l.cfg, l.ctx = cfg, ctx
}

// Submit appends a call and returns its index in the lane and its read-only
// view. A call submitted after the lane ended is never started.
func (l *Lane) Submit(in Invocation) (index int, c *Call) {
	e := new(execution)
	e.begin(l.ctx, &l.env, &in)
	l.mu.Lock()
	index = l.count
	l.count++
	l.inbox = append(l.inbox, e)
	l.mail.Store(true)
	l.mu.Unlock()
	l.signal()
	return index, &e.call
}

// Close says that no more calls come. Run returns once the submitted ones are
// through.
func (l *Lane) Close() {
	l.mu.Lock()
	l.closed = true
	l.mail.Store(true)
	l.mu.Unlock()
	l.signal()
}

func (l *Lane) signal() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Run schedules until the lane is closed and drained, its context ends or it
// fails. It returns how many calls, counted from the first, were committed;
// the others were never started. Running bodies are always awaited. The error
// is a scheduler failure (R85), also of a second Run, which does nothing.
func (l *Lane) Run() (committed int, err error) {
	if l.ran.Swap(true) {
		return 0, schedulerError(errRunTwice)
	}
	defer l.quiesce()
	for {
		switch l.step() {
		case stepFailed:
			return l.head, l.defect.Load()
		case stepQuiet:
			if !l.open || l.ctx.Err() != nil {
				return l.head, nil
			}
			l.wait()
		case stepBlocked:
			l.wait()
		}
	}
}

// Advance schedules as Run does, and comes back when it has committed a call or
// when nothing that was submitted is left to start or to await. It is for who
// shares a goroutine with the lane: Run still has to be called at the end. One
// goroutine at a time may be in Advance or Run. Sole promises that nothing is
// submitted meanwhile: a call that is alone in the lane then runs right here.
func (l *Lane) Advance(sole bool) error {
	l.sole = sole
	defer func() { l.sole = false }()
	for {
		switch l.step() {
		case stepFailed:
			return l.defect.Load()
		case stepCommitted, stepQuiet:
			return nil
		case stepBlocked:
			l.wait()
		}
	}
}

// What one step of the lane came to.
type step int

const (
	stepStarted   step = iota // a call was started, or a step failed
	stepCommitted             // the first uncommitted call was committed
	stepBlocked               // nothing to do until a body ends
	stepQuiet                 // no call is in flight and none can be started
	stepFailed                // the lane has failed and no body runs
)

// step prefers a commit to a start (P77).
func (l *Lane) step() step {
	if l.mail.Load() {
		l.collect()
	}
	waiting := l.next < len(l.queue)
	switch defect := l.defect.Load(); {
	case defect != nil && l.running.Load() == 0:
		return stepFailed
	case defect != nil:
		return stepBlocked
	case l.head < l.next && l.queue[l.head].settled.Load():
		l.commit()
		return stepCommitted
	case waiting && l.mayStart(l.queue[l.next]):
		l.start(l.queue[l.next])
		return stepStarted
	case l.head == l.next && (l.ctx.Err() != nil || !waiting):
		return stepQuiet
	case l.defect.Load() != nil: // mayStart may just have failed
		return stepStarted
	}
	return stepBlocked
}

// collect takes over what was submitted.
func (l *Lane) collect() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mail.Store(false)
	l.queue = append(l.queue, l.inbox...)
	l.inbox = l.inbox[:0]
	l.open = !l.closed
}

// mayStart classifies the next call at the moment it could start (R81).
func (l *Lane) mayStart(e *execution) bool {
	if l.ctx.Err() != nil || l.barrier {
		return false
	}
	if l.head == l.next { // everything before is committed: a new group
		l.limit = DefaultMaxParallel
		if !l.guarded(func() { l.limit = l.maxParallel() }) {
			return false
		}
		l.barrier = l.blocked || !e.parallel() // a call that turned exclusive stays so
		l.blocked = false
		return true
	}
	if l.blocked || int(l.running.Load()) >= l.limit {
		return false
	}
	l.blocked = !e.parallel()
	return !l.blocked
}

func (l *Lane) maxParallel() int {
	if l.cfg.MaxParallel != nil {
		if n := l.cfg.MaxParallel(); n >= 1 {
			return n
		}
	}
	return DefaultMaxParallel
}

// start records and prepares a call, and gets its body running if it wants
// one. A body that nothing can overlap runs right here; if it ends this goroutine
// (runtime.Goexit), Run or Advance end with it, and its call has failed.
func (l *Lane) start(e *execution) {
	index := l.next
	if !l.observed(func(o LaneObserver) error { return o.Started(index, &e.call) }) {
		return
	}
	l.next++
	l.prepare(e)
	switch {
	case !e.ready:
		e.settled.Store(true)
	case l.barrier || (l.sole || !l.open) && l.head == index && l.next == len(l.queue):
		defer e.settled.Store(true)
		l.run(e)
	default:
		l.running.Add(1)
		l.hand(e)
	}
}

// prepare puts a call to policy. A policy that ends this goroutine has failed the
// call.
func (l *Lane) prepare(e *execution) {
	returned := false
	defer func() {
		if !returned {
			e.stop = policyExited
			e.result = failed(e.stop)
			e.settled.Store(true)
		}
	}()
	l.contained(e.prepare)
	returned = true
}

// commit completes the first uncommitted call.
func (l *Lane) commit() {
	e := l.queue[l.head]
	if !l.guarded(e.complete) {
		return
	}
	if !l.observed(func(o LaneObserver) error { return o.Committed(l.head, &e.outcome) }) {
		return
	}
	l.queue[l.head] = nil // a long lane holds only what is in flight
	l.head++
	l.barrier = false
}

// fail records the lane's first defect and reports whether err is one.
func (l *Lane) fail(err error) bool {
	if err == nil {
		return false
	}
	l.defect.CompareAndSwap(nil, schedulerError(err))
	return true
}

var errStepExited = errors.New("an observer or a policy ended the goroutine of the lane instead of returning")

var errRunTwice = errors.New("the lane has run already: make a new one for more calls")

func schedulerError(err error) *Error {
	return &Error{
		Name: "SchedulerError", Code: CodeScheduler, Err: err,
		Message: "the batch stopped: " + failureOf(err).message,
	}
}

// observed tells the observer, if there is one, and reports whether the lane may
// go on.
func (l *Lane) observed(tell func(LaneObserver) error) bool {
	if l.cfg.Observer == nil {
		return true
	}
	var err error
	return l.guarded(func() { err = tell(l.cfg.Observer) }) && !l.fail(err)
}

// contained makes a panic of the pipeline itself, which contains every panic of
// what it calls, the lane's failure instead of the process's end.
func (l *Lane) contained(step func()) {
	defer func() {
		if v := recover(); v != nil {
			l.fail(&PanicError{Where: "the pipeline", Value: v, Stack: debug.Stack()})
		}
	}()
	step()
}

// guarded is contained for a step that nothing can be made up for: one that ends
// this goroutine fails the lane, too.
func (l *Lane) guarded(step func()) (ok bool) {
	returned := false
	defer func() {
		if !returned {
			l.fail(errStepExited)
		}
	}()
	l.contained(func() {
		step()
		ok = true
	})
	returned = true
	return ok
}

func (l *Lane) wait() {
	if l.head < l.next { // bodies run, and only their end changes anything
		<-l.wake
		return
	}
	select {
	case <-l.wake:
	case <-l.ctx.Done():
	}
}
