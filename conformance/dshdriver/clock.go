package dshdriver

import (
	"context"
	"errors"
	"time"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
)

// Clamp uses the deadline library.
func (*Driver) Clamp(c conformance.Clamp) (float64, error) {
	d, err := timeout.Clamp(
		c.Requested,
		conformance.Milliseconds(c.Default),
		conformance.Milliseconds(c.Limit),
	)
	return float64(d) / float64(time.Millisecond), err
}

// Deadline derives a deadline and watches it until nothing can end it any more.
func (*Driver) Deadline(d conformance.Deadline) (out conformance.DeadlineOutcome, err error) {
	start := time.Now()
	upstream, cancel := context.WithCancel(context.Background())
	defer cancel()
	if d.AlreadyCancelled {
		cancel()
	} else if d.UpstreamAtMs != nil {
		defer time.AfterFunc(conformance.Milliseconds(*d.UpstreamAtMs), cancel).Stop()
	}
	ctx, dispose, refused := timeout.Deadline(upstream, conformance.Milliseconds(d.TimeoutMs), d.Code)
	if refused != nil {
		out.Refused = refused
		return out, nil
	}
	defer dispose()
	if d.DisposeAtMs != nil {
		defer time.AfterFunc(conformance.Milliseconds(*d.DisposeAtMs), dispose).Stop()
	}
	over := time.After(horizon(d))
	select {
	case <-ctx.Done():
		ended := time.Since(start)
		out.Ended = &ended
		<-over
	case <-over:
	}
	if expired, ok := timeout.Of(ctx, d.Code); ok {
		out.Timeout, out.Code = true, expired.Code
	}
	if _, ok := timeout.Of(ctx, d.Code+"-OTHER"); ok {
		return out, errors.New("the deadline answers to another owner's code")
	}
	return out, nil
}

// horizon is when everything that can end the deadline has happened.
func horizon(d conformance.Deadline) time.Duration {
	last := max(d.TimeoutMs, 0)
	for _, at := range []*float64{d.UpstreamAtMs, d.DisposeAtMs} {
		if at != nil {
			last = max(last, *at)
		}
	}
	return conformance.Milliseconds(last) + time.Second
}

// Register turns the budget into a definition's and registers it.
func (*Driver) Register(ms float64) (refusal, err error) {
	w, err := newCallWorld(conformance.Scenario{})
	if err != nil {
		return nil, err
	}
	defer w.cancel()
	d, err := w.probe()
	if err != nil {
		return nil, err
	}
	if d.Timeout, refusal = tools.Budget(ms); refusal == nil {
		_, refusal = w.reg.Register(w.root, d)
	}
	return refusal, w.root.Close(context.Background())
}
