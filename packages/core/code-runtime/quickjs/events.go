package quickjs

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/wtf8"
)

// These methods are what the program can do to its host. They run while guest
// code is on the stack; every argument is an attacker's.

// Call implements [engine.Events].
func (r *run) Call(id uint32, ns, member int, argument string) error {
	if r.finished || !r.declared(ns, member) {
		return errForgedCall
	}
	if err := coderuntime.CheckTextWhile(argument, r.meter.Poll); err != nil {
		if s, ok := errors.AsType[*stop](err); ok {
			return s
		}
		return errForgedCall
	}
	c := r.runtime.config
	if len(r.pending) >= int(c.MaxPendingCalls) {
		return &stop{coderuntime.KindWorkerExit, fmt.Sprintf("the program has more than %d calls "+
			"in flight: await some before making more", c.MaxPendingCalls)}
	}
	size := 2 * len(argument) // the text, and the value that is made of it
	if r.held += int64(size); r.held > int64(c.MaxMemoryMb)<<20 {
		return engine.ErrMemory
	}
	r.pending[id] = size
	r.calls++
	space := r.request.Namespaces[ns]
	inbox := r.inbox
	space.Invoke(coderuntime.NewCall(coderuntime.CallParams{
		Global:   space.Global,
		Member:   space.Members[member],
		Argument: argument,
		Check:    coderuntime.CheckDoubles,
		Deliver:  func(o coderuntime.Outcome) { inbox.put(delivery{id, o}) },
	}))
	return nil
}

// declared says whether there is such a member: the guest may name any.
func (r *run) declared(ns, member int) bool {
	return ns < len(r.request.Namespaces) && member < len(r.request.Namespaces[ns].Members)
}

var errForgedCall = &stop{coderuntime.KindWorkerExit, "the sandbox made a malformed call"}

// Log implements [engine.Events].
func (r *run) Log(text []byte) error {
	if r.finished {
		return errForgedCall
	}
	// More than fits is cut before it is copied: as JSON it is no shorter.
	entry := string(text[:min(len(text), int(r.runtime.config.MaxOutputBytes)+1)])
	if !r.ledger.Log(entry) {
		return &stop{coderuntime.KindOutputLimit, ""}
	}
	if r.request.Log != nil {
		r.meter.Leave() // whoever listens has its own time
		r.request.Log(r.ledger.Last())
		r.meter.Enter()
	}
	return nil
}

// Done implements [engine.Events].
func (r *run) Done(how engine.Ending, text []byte) error {
	if r.finished {
		return errForgedCall
	}
	r.finished = true
	if r.driver != nil && len(r.pending) > 0 {
		r.driver.Detach()
	}
	if how == engine.EndUndefined {
		r.noteOpen()
	}
	r.noteDropped()
	r.result = r.outcome(how, text)
	return nil
}

// noteDropped names the calls that nobody awaited in the captured output.
func (r *run) noteDropped() {
	if dropped := r.dropped(); len(dropped) > 0 {
		r.ledger.Note("warning: nobody awaited the result of " + r.labels(dropped) +
			"; write await before the call, or the program may end before it is done")
	}
}

// noteOpen names the other calls that are left without a result by a program that ends
// with nothing to show: most likely it did not wait for a function of its own. One
// that shows something may well mean to leave them behind.
func (r *run) noteOpen() {
	if len(r.pending) == 0 || r.ledger.Last() != "" {
		return
	}
	dropped := r.dropped()
	open := slices.DeleteFunc(r.world.Open(), func(o engine.MemberCalls) bool {
		return !r.declared(o.Space, o.Member) || slices.ContainsFunc(dropped, func(d engine.MemberCalls) bool {
			return d.Space == o.Space && d.Member == o.Member && d.Count >= o.Count
		})
	})
	if len(open) > 0 {
		r.ledger.Note("warning: the program ended before " + r.labels(open) + " had a result; await the function " +
			"that calls it: await main(), or await Promise.all(items.map(f)) for items.forEach(f)")
	}
}

func (r *run) dropped() []engine.MemberCalls {
	if r.world == nil {
		return nil
	}
	return slices.DeleteFunc(r.world.Dropped(), func(d engine.MemberCalls) bool { return !r.declared(d.Space, d.Member) })
}

// labels names the functions of calls, the first few of them.
func (r *run) labels(calls []engine.MemberCalls) string {
	const most = 10
	var b strings.Builder
	for i, c := range calls {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(calls)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		space := r.request.Namespaces[c.Space]
		b.WriteString(space.Global + access(space.Members[c.Member]))
		if c.Count > 1 {
			fmt.Fprintf(&b, " (%d times)", c.Count)
		}
	}
	return b.String()
}

// access is how a program writes the member of an object.
func access(member string) string {
	if identifier().MatchString(member) {
		return "." + member
	}
	return "[" + quoted(member) + "]"
}

var identifier = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)
})

func (r *run) outcome(how engine.Ending, text []byte) coderuntime.Result {
	l := r.ledger
	switch how {
	case engine.EndUndefined:
		return l.Value("")
	case engine.EndString:
		size := coderuntime.StringBytes(unsafeString(text))
		if size > l.Room() {
			return l.Overflow()
		}
		return l.Value(wtf8.Quote(text, size))
	case engine.EndJSON:
		if int64(len(text)) > l.Room() {
			return l.Overflow()
		}
		value := string(text)
		if err := coderuntime.CheckText(value); err != nil {
			return l.Fail(coderuntime.KindInvalidOutput, "the result is not lossless JSON: "+
				err.Error())
		}
		return l.Value(value)
	case engine.EndThrown, engine.EndLossy:
		kind := coderuntime.KindException
		if how == engine.EndLossy {
			kind = coderuntime.KindInvalidOutput
		}
		if coderuntime.StringBytes(unsafeString(text)) > l.Room() {
			return l.Overflow()
		}
		return l.Fail(kind, string(text))
	}
	return l.Fail(coderuntime.KindWorkerExit, "the sandbox ended in an unknown way")
}

// Timer implements [engine.Events].
func (r *run) Timer(ms float64) {
	if !(ms >= 0) {
		r.due = time.Time{}
		return
	}
	wait := math.Ceil(min(ms, math.MaxInt32) * float64(time.Millisecond))
	r.due = time.Now().Add(time.Duration(wait))
}
