package quickjs

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/wtf8"
)

// run is one program from its text to its result. The goroutine that called
// Run owns it and is the only one that enters the guest.
type run struct {
	runtime *Runtime
	left    func()
	request coderuntime.Request
	ledger  *coderuntime.Ledger
	meter   *guest.Meter
	inbox   *inbox
	world   *engine.World
	sources engine.Sources

	driver   coderuntime.Driver
	calls    int // made so far
	polled   int // made at the last poll
	polls    int // since the guest was entered, with calls in flight
	lease    lease
	pending  map[uint32]int // unsettled calls: what their argument takes here
	held     int64          // bytes of those arguments
	due      time.Time      // when the earliest timer fires; zero for none
	finished bool
	result   coderuntime.Result
}

// newRun gives a run that calls left when nothing of the runtime is in use any
// more.
func newRun(r *Runtime, request coderuntime.Request, left func()) *run {
	c := r.config
	n := &run{
		runtime: r,
		left:    left,
		request: request,
		driver:  request.Driver,
		ledger:  coderuntime.NewLedger(int64(c.MaxOutputBytes)),
		inbox:   newInbox(),
		pending: map[uint32]int{},
		meter: &guest.Meter{
			Compute: c.ComputeMs.Duration(),
			Exhausted: &stop{coderuntime.KindTimeout, fmt.Sprintf("the program used up its "+
				"compute budget of %v ms", c.ComputeMs)},
		},
	}
	if n.driver != nil {
		n.driver.Attach()
		n.meter.Polled = n.computing
	}
	return n
}

// do runs the program. Everything it started has ended when it returns,
// except for calls in flight, which belong to the caller.
func (r *run) do(ctx context.Context, m *engine.Machine) coderuntime.Result {
	defer r.inbox.close()
	wall := r.runtime.config.MaxWallMs
	expired := &stop{coderuntime.KindTimeout, fmt.Sprintf("the program ran into its wall-clock "+
		"limit of %v ms", wall)}
	ctx, cancel := context.WithTimeoutCause(ctx, wall.Duration(), expired)
	defer cancel()
	defer context.AfterFunc(ctx, func() { r.stop(ended(ctx)) })()
	if err := r.alive(ctx, m); err != nil && !r.finished {
		r.result = r.fail(err)
	}
	r.explain(ctx)
	return r.result
}

// alive is the time of the program's world. A driver may end this goroutine.
func (r *run) alive(ctx context.Context, m *engine.Machine) error {
	defer r.lease.end(r.closeWorld)
	return r.execute(ctx, m)
}

func (r *run) closeWorld() {
	if r.world != nil {
		_ = r.world.Close() // the memory is gone either way
	}
}

// stop ends the program from any goroutine. A program whose goroutine the driver
// has does not hold its world until that comes back (P9).
func (r *run) stop(err error) {
	r.meter.Stop(err)
	if r.driver != nil {
		r.driver.Stop()
	}
	r.lease.revoke(func() {
		r.closeWorld()
		r.left()
	})
}

// ended is why a done context ends the run.
func ended(ctx context.Context) error {
	cause := context.Cause(ctx)
	if s, ok := errors.AsType[*stop](cause); ok {
		return s
	}
	return &stop{coderuntime.KindAbort, cause.Error()}
}

// fail turns what ended the guest into a result.
func (r *run) fail(err error) coderuntime.Result {
	if r.ledger.Over() {
		return r.ledger.Overflow()
	}
	if s, ok := errors.AsType[*stop](err); ok {
		if s.kind == coderuntime.KindTimeout {
			r.noteDropped()
		}
		return r.ledger.Fail(s.kind, s.message)
	}
	if t, ok := errors.AsType[*engine.Thrown](err); ok && !t.Uncatchable {
		r.noteDropped()
		return r.ledger.Fail(coderuntime.KindException, t.Message)
	}
	return r.ledger.Fail(coderuntime.KindWorkerExit, death(err, r.runtime.config))
}

// death puts the end of a guest into words without what is inside it.
func death(err error, c Config) string {
	if t, ok := errors.AsType[*engine.Thrown](err); ok && t.Uncatchable ||
		errors.Is(err, engine.ErrMemory) {
		return fmt.Sprintf("the program ran out of memory (limit %d MiB)", c.MaxMemoryMb)
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	first = strings.TrimSuffix(first, " (recovered by wazero)")
	return "the sandbox died: " + strings.TrimPrefix(first, "wasm error: ")
}

// execute prepares and starts the program, then turns its loop until it ends.
func (r *run) execute(ctx context.Context, m *engine.Machine) error {
	if err := r.refuseTypes(ctx); err != nil {
		return err
	}
	source, err := r.enter(ctx, m)
	if err != nil {
		return err
	}
	if err := r.inside(func() error { return r.start(source) }); err != nil {
		return err
	}
	for !r.finished {
		if err := r.wait(ctx); err != nil {
			return err
		}
	}
	return nil
}

// inside runs code that enters the guest, on the compute clock.
func (r *run) inside(f func() error) error {
	r.polls = 0
	r.meter.Enter()
	defer r.meter.Leave()
	if err := r.meter.Err(); err != nil {
		return err
	}
	return f()
}

func (r *run) start(source string) error {
	setup, err := r.setup()
	if err != nil {
		return err
	}
	if err := r.world.Run(source, programName, setup); err != nil {
		return err
	}
	return r.turn()
}

// turn drains the program's jobs.
func (r *run) turn() error {
	return r.world.Turn(func() bool { return r.finished })
}

// wait lets the program sleep until something happens, and deals with it.
func (r *run) wait(ctx context.Context) error {
	if items := r.inbox.take(); len(items) > 0 {
		return r.inside(func() error { return r.settle(items) })
	}
	switch {
	case ctx.Err() != nil:
		return ended(ctx)
	case len(r.pending) == 0 && r.due.IsZero():
		return &stop{coderuntime.KindTimeout, "the program waits for something that can never " +
			"happen: no call and no timer is pending, but it has not ended"}
	case !r.due.IsZero() && !time.Now().Before(r.due):
		return r.inside(r.fire)
	case r.driver == nil || len(r.pending) == 0:
		return r.sleep(ctx)
	case !r.due.IsZero():
		r.driver.Detach()
		return r.sleep(ctx)
	}
	switch drove, lost := r.drive(); {
	case lost:
		return ended(ctx)
	case !drove:
		return r.sleep(ctx)
	}
	return nil
}

// drive lets the driver have the goroutine of a program that waits for calls
// alone. Lost says that the world is gone since.
func (r *run) drive() (drove, lost bool) {
	if !r.lease.begin() {
		return false, true
	}
	defer func() { lost = !r.lease.back() }()
	return r.driver.Drive(), false
}

// maxPolls is for how many polls, about a millisecond each, a program may make
// calls before those go on beside it.
const maxPolls = 16

// computing sends the driver away when the program goes on for a while. It runs
// inside the guest, about every millisecond.
func (r *run) computing() {
	if len(r.pending) == 0 {
		r.polls = 0
		return
	}
	if r.polls++; r.polls > maxPolls || r.polled == r.calls {
		r.driver.Detach()
	}
	r.polled = r.calls
}

// sleep waits. Quick calls settle as soon as their goroutine gets to run, so it
// is let run before this one goes to sleep.
func (r *run) sleep(ctx context.Context) error {
	for i := 0; i < 2 && len(r.pending) > 0; i++ {
		runtime.Gosched()
		select {
		case <-r.inbox.arrived:
			return nil
		default:
		}
	}
	var timer <-chan time.Time
	if !r.due.IsZero() {
		t := time.NewTimer(time.Until(r.due))
		defer t.Stop()
		timer = t.C
	}
	select {
	case <-ctx.Done():
		return ended(ctx)
	case <-r.inbox.arrived:
	case <-timer:
	}
	return nil
}

// settle gives calls their outcomes, each followed by a full drain, so that
// what the program does depends on their order alone.
func (r *run) settle(items []delivery) error {
	for _, d := range items {
		if r.finished {
			return nil
		}
		r.held -= int64(r.pending[d.id])
		delete(r.pending, d.id)
		how, text := settlement(d.outcome)
		if err := r.world.Settle(d.id, how, text); err != nil {
			return err
		}
		if err := r.turn(); err != nil {
			return err
		}
	}
	return nil
}

func settlement(o coderuntime.Outcome) (engine.Settlement, string) {
	switch {
	case !o.OK:
		return engine.SettleReject, strings.ToValidUTF8(o.Text, "�")
	case strings.HasPrefix(o.Text, `"`) && strings.HasSuffix(o.Text, `"`):
		return engine.SettleString, wtf8.Unquote(o.Text)
	case wtf8.Deep(o.Text):
		return engine.SettleDeep, o.Text
	}
	return engine.SettleJSON, o.Text
}

func (r *run) fire() error {
	r.due = time.Time{}
	if err := r.world.Fire(); err != nil {
		return err
	}
	return r.turn()
}
