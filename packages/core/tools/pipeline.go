package tools

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// The way of a call, top to bottom in the order in which it happens (R55):
// prepare decides, dispatch runs, complete inspects and publishes. A failure
// in e.stop is final: the remaining policy stages are skipped, the last three
// steps never are (R56).

// prepare reads and decides. Afterwards e.ready tells whether a body is
// wanted; otherwise the call is settled.
func (e *execution) prepare() {
	e.enter(StagePrepare)
	e.look()
	switch {
	case e.stop != nil: // lossy arguments precede everything
		e.result = failed(e.stop)
	case e.ctx.Err() != nil:
		e.stop = abortedBefore
		e.result = failed(e.stop)
	case e.collapsed():
		e.seen.tool.Store(nil)
		e.stop = e.transport.refusal(e.call.name)
		e.result = failed(e.stop)
	default:
		e.decide()
	}
	e.ready = e.result == nil
}

// collapsed reports whether only the transport may be called directly, and
// this direct call names another visible tool (R69).
func (e *execution) collapsed() bool {
	t := e.transport
	if t == nil || !t.Only || e.call.Nested() {
		return false
	}
	reg := e.visible()
	return reg != nil && reg != t.Tool
}

// decide runs policy, approval and guards.
func (e *execution) decide() {
	e.enter(StagePreExecute)
	d, err := e.reg.Events.PreExecute.Dispatch(e.ctx, e.agent.key(), &e.call, allow)
	if err != nil {
		e.fail(err)
		return
	}
	if d.Asks() {
		if d, err = e.approve(d); err != nil {
			e.fail(err)
			return
		}
	}
	switch {
	case d.kind == decisionNone:
		e.result = failed(noDecision(e.call.name, "tools/pre-execute"))
	case d.kind == decisionDeny:
		e.result = failed(&Failure{message: d.reason, info: d.info})
	case d.kind == decisionAsk: // withdrawn together with its caller
		e.result = failed(abortedBefore)
	default:
		e.guard()
	}
}

func allow(context.Context, *Call) (Decision, error) { return Allow(), nil }

func noDecision(tool, where string) *Failure {
	return &Failure{
		message: fmt.Sprintf("%s gave no decision about tool %q", where, echo(tool)),
		info:    infoNoDecision,
	}
}

// approve turns an ask into an allow or a denial. It stays an ask only if the
// question was withdrawn because the caller was cancelled (R60).
func (e *execution) approve(d Decision) (Decision, error) {
	e.enter(StageAsk)
	name := echo(e.call.name)
	approver, ok := e.reg.approvers.Nearest(e.agent.key())
	switch {
	case !ok && d.reason != "":
		return Deny(d.reason), nil
	case !ok:
		return Deny(fmt.Sprintf("tool %q requires approval (not yet supported)", name)), nil
	case e.agent == nil:
		return Deny(fmt.Sprintf("tool %q requires approval, but the call has no agent to route it through", name)), nil
	}
	answer, err := e.askApprover(approver, d.reason)
	switch {
	case err != nil:
		return Decision{}, err
	case answer == ApprovalAllowedOnce:
		return Allow(), nil
	case answer == ApprovalRejected:
		return Deny(fmt.Sprintf("the user rejected tool %q", name)), nil
	case answer == ApprovalCancelled && e.ctx.Err() != nil:
		return d, nil
	case answer == ApprovalCancelled:
		return Deny(fmt.Sprintf("approval for tool %q was cancelled", name)), nil
	}
	return Deny(fmt.Sprintf("tool %q requires approval, but no approval channel is available", name)), nil
}

func (e *execution) askApprover(a Approver, reason string) (answer Approval, err error) {
	defer contain("approval", e.call.name, &err)
	return a.Approve(e.ctx, ApprovalRequest{Call: &e.call, Reason: reason})
}

// guard asks the guards of an allowed call and looks at the caller once more.
func (e *execution) guard() {
	if e.reg.view(e.agent.key()).guarded {
		e.enter(StageGuard)
		reason, deny, err := e.reg.guarded(e.agent.key(), &e.call)
		if err != nil {
			e.fail(err)
			return
		}
		if deny {
			e.result = failed(&Failure{message: reason})
			return
		}
	}
	if e.ctx.Err() != nil {
		e.result = failed(abortedBefore)
	}
}

// fail ends the call by a failing stage: final, post policy is skipped.
func (e *execution) fail(err error) {
	e.stop = failureOf(err)
	e.logPanic(err)
	e.result = failed(e.stop)
}

// dispatch runs the wrappers and the body. It may run beside other calls, and
// returns only when everything it started has returned.
func (e *execution) dispatch() {
	e.enter(StageExecute)
	r, err := e.reg.Events.Execute.Dispatch(e.ctx, e.agent.key(), &e.call, e.reg.body)
	if err != nil {
		e.fail(err)
		e.withDeferred(e.result)
		return
	}
	e.result = e.cancelled(e.settle(r))
}

// runAttempt is the innermost function of the execute waterfall: one run of
// the body, whose outcome is always a result.
func runAttempt(ctx context.Context, c *Call) (*Result, error) {
	e := c.of
	// A wrapper may add a deadline but cannot shed its caller (R63, Q4).
	ctx, stop := event.Fuse(ctx, e.ctx)
	defer stop()
	if ctx.Err() != nil || e.ctx.Err() != nil {
		return failed(e.abortion()), nil
	}
	reg := e.executable()
	if reg == nil {
		return failed(unknownTool(c.name)), nil
	}
	a := e.newAttempt()
	a.run, a.result.from = e, a
	e.enter(StageBody)
	out := e.runBody(ctx, reg, a)
	a.exec.seal()
	if out.err == nil {
		e.enter(StageProject)
		out.err = e.project(ctx, reg, a, out)
	}
	if out.err == nil && (ctx.Err() != nil || e.ctx.Err() != nil) {
		out.err = errAborted
	}
	if out.err != nil {
		e.failAttempt(ctx, a, out.err)
		return &a.result, nil
	}
	a.result.concludes, a.result.contexts = a.exec.concludes, a.exec.contexts
	return &a.result, nil
}

var errAborted = errors.New("aborted")

// failAttempt records the body's failure. A body that reports nothing but its
// own context's end was cancelled (decision Q3); coded errors stand.
func (e *execution) failAttempt(ctx context.Context, a *attempt, err error) {
	f := aborted
	if err != errAborted && !cancellation(ctx, err) {
		f = failureOf(err)
	}
	e.logPanic(err)
	a.result = Result{failure: f, content: errorContent(f.message), contexts: a.exec.contexts, from: a}
}

func cancellation(ctx context.Context, err error) (only bool) {
	defer func() {
		if recover() != nil { // the error's own methods panic
			only = false
		}
	}()
	if ctx.Err() == nil || !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded) {
		return false
	}
	_, coded := errors.AsType[Coded](err)
	return !coded
}

// settle makes whatever the wrappers returned this call's result: the body's
// own result stands, another success is validated and rendered again, another
// failure keeps what it carries (R63). Deferred contexts come first (R93).
func (e *execution) settle(r *Result) *Result {
	if r == nil {
		return e.contradiction(errors.New("tools/execute returned no result"))
	}
	if e.owns(r) {
		return r
	}
	n := *r
	if !e.ran(r) {
		n.contexts = joined(e.lastAttempt().exec.contexts, r.contexts)
	}
	if r.IsError() {
		return &n
	}
	n.concludes = r.concludes || e.lastAttempt().exec.concludes
	if err := e.rerender(&n, r.value); err != nil {
		e.fail(err)
		e.result.contexts = n.contexts
		return e.result
	}
	return &n
}

func (e *execution) contradiction(err error) *Result {
	e.fail(err)
	return e.withDeferred(e.result)
}

// complete inspects, finalizes and publishes, in the batch's lane.
func (e *execution) complete() {
	if e.stop == nil {
		e.result = e.cancelled(e.inspect(e.result))
	}
	e.result = e.finalize(e.materialize(e.result))
	e.enter(StageResult)
	e.outcome = Outcome{Call: &e.call, Result: e.result}
	e.reg.Events.Result.Emit(e.ctx, e.agent.key(), &e.outcome)
}

// inspect asks post policy about the result (R64).
func (e *execution) inspect(r *Result) *Result {
	e.enter(StagePost)
	e.inspected = Inspection{&e.call, r}
	d, err := e.reg.Events.PostExecute.Dispatch(e.ctx, e.agent.key(), &e.inspected, accept)
	if err != nil {
		return e.postFailure(err)
	}
	switch {
	case d.kind == postNone:
		return e.withDeferred(failed(noDecision(e.call.name, "tools/post-execute")))
	case d.kind == postBlock:
		e.blocked = true
		return blocked(d.parts())
	case d.with == nil:
		return r
	}
	return e.replace(r, d.with)
}

// replace applies an accepting decision's parts to a result.
func (e *execution) replace(r *Result, with *replacement) *Result {
	if with.hasContent && !with.value.IsAbsent() {
		return e.postFailure(errors.New("tools/post-execute cannot replace both content and value"))
	}
	n := *r
	if with.hasContent {
		n.content = with.content
	}
	if !with.value.IsAbsent() {
		if r.IsError() {
			return e.postFailure(errors.New("tools/post-execute cannot replace the value of a failed result"))
		}
		if err := e.rerender(&n, with.value); err != nil {
			return e.postFailure(err)
		}
	}
	n.contexts = joined(r.contexts, with.contexts)
	return &n
}

func accept(context.Context, *Inspection) (PostDecision, error) { return Accept(), nil }

func (e *execution) postFailure(err error) *Result {
	e.logPanic(err)
	return e.withDeferred(failed(failureOf(err)))
}

// withDeferred keeps what the body deferred on an outcome that replaced its
// own, unless a block dropped it (decision U5).
func (e *execution) withDeferred(r *Result) *Result {
	if contexts := e.lastAttempt().exec.contexts; !e.blocked && losslessContexts(contexts) {
		r.contexts = contexts
	}
	return r
}

// blocked is the failure that a block makes: the feedback verbatim, and no
// trace of what it replaced.
func blocked(with replacement) *Result {
	return &Result{
		failure: &Failure{message: feedbackText(with.content)},
		content: with.content, contexts: with.contexts,
	}
}

// materialize refuses a result that could not be recorded exactly.
func (e *execution) materialize(r *Result) *Result {
	e.enter(StageMaterialize)
	switch {
	case !losslessContent(r.content) || !losslessContexts(r.contexts) || !r.failure.lossless():
		return e.withDeferred(failed(lossyResult))
	case !userContexts(r.contexts):
		return failed(badContext)
	}
	return r
}

// finalize runs the definition's own last step, bound when the call came in
// (R65).
func (e *execution) finalize(r *Result) *Result {
	reg := e.visible()
	if reg == nil || reg.def.FinalizeContent == nil {
		return r
	}
	e.enter(StageFinalize)
	content, err := e.runFinalizer(reg, r)
	switch {
	case err != nil:
		e.logPanic(err)
		return e.withDeferred(failed(plain(failureOf(err))))
	case content == nil:
		return r
	case !losslessContent(content):
		return e.withDeferred(failed(lossyResult))
	}
	n := *r
	n.content = content
	return &n
}

// plain strips a failure's identity: a failing finalizer has none (R65).
func plain(f *Failure) *Failure { return &Failure{message: f.message, cause: f.cause} }
