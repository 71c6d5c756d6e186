package telemetry

import (
	"context"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	metricnoop "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/trace"
	tracenoop "go.opentelemetry.io/otel/trace/noop"
)

// Scope is the instrumentation scope of the spans and metrics.
const Scope = "github.com/dsh-go/dsh/packages/policy/telemetry"

// Config configures the policy.
type Config struct {
	// Content puts arguments and results into the spans.
	Content bool `json:"content,omitzero"`
}

// Providers are where spans and metrics go. Nil ones drop them. The process-wide
// providers of OpenTelemetry are not used by themselves.
type Providers struct {
	Traces  trace.TracerProvider
	Metrics metric.MeterProvider
}

// Policy observes calls. Create it with [New]. Safe for concurrent use.
type Policy struct {
	config   Config
	tracer   trace.Tracer
	duration metric.Float64Histogram
	active   metric.Int64UpDownCounter

	mu   sync.Mutex
	live map[tools.Token]*span
}

// span is one call on its way.
type span struct {
	trace.Span
	begun    time.Time
	executed bool
	failed   bool // a policy or its machinery failed before the body
}

// New returns a policy. It fails if the meter takes no instruments.
func New(p Providers, c Config) (*Policy, error) {
	if p.Traces == nil {
		p.Traces = tracenoop.NewTracerProvider()
	}
	if p.Metrics == nil {
		p.Metrics = metricnoop.NewMeterProvider()
	}
	t := &Policy{config: c, tracer: p.Traces.Tracer(Scope), live: map[tools.Token]*span{}}
	meter := p.Metrics.Meter(Scope)
	var err error
	t.duration, err = meter.Float64Histogram(metricDuration, metric.WithUnit("s"),
		metric.WithDescription("How long tool calls took, from the first policy to the result."))
	if err != nil {
		return nil, err
	}
	t.active, err = meter.Int64UpDownCounter(metricActive, metric.WithUnit("{call}"),
		metric.WithDescription("How many tool calls are under way."))
	return t, err
}

// Install observes the calls made for the key of s and below until s closes. It
// stands in front of the present policies of every stage, and changes nothing.
func (p *Policy) Install(s *scope.Scope, registry *tools.Registry) error {
	front, label := event.Front(), event.Label("telemetry")
	ev := &registry.Events
	if err := ev.PreExecute.On(s, p.before, front, label); err != nil {
		return err
	}
	if err := ev.Execute.On(s, p.around, front, label); err != nil {
		return err
	}
	if err := ev.PostExecute.On(s, p.after, front, label); err != nil {
		return err
	}
	return ev.Result.On(s, p.end, label)
}

// begin starts the call's span.
func (p *Policy) begin(ctx context.Context, c *tools.Call) *span {
	p.mu.Lock()
	parent := p.live[c.Parent()]
	p.mu.Unlock()
	if c.Nested() && parent != nil {
		ctx = trace.ContextWithSpan(ctx, parent)
	}
	s := &span{begun: time.Now()}
	_, s.Span = p.tracer.Start(ctx, operation+" "+c.Name(),
		trace.WithSpanKind(trace.SpanKindInternal), trace.WithAttributes(identity(c)...))
	if p.config.Content && !c.Arguments().IsAbsent() {
		s.SetAttributes(keyArguments.String(c.Arguments().Text()))
	}
	p.active.Add(ctx, 1)
	p.mu.Lock()
	p.live[c.Token()] = s
	p.mu.Unlock()
	return s
}

func (p *Policy) of(c *tools.Call) *span {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.live[c.Token()]
}

type nextDecision = event.Next[*tools.Call, tools.Decision]

func (p *Policy) before(ctx context.Context, c *tools.Call, n nextDecision) (tools.Decision, error) {
	s := p.begin(ctx, c)
	d, err := n.Do(trace.ContextWithSpan(ctx, s))
	s.failed = err != nil
	s.AddEvent("pre-execute", trace.WithAttributes(keyDecision.String(decisionOf(d, err))))
	return d, err
}

func decisionOf(d tools.Decision, err error) string {
	switch {
	case err != nil:
		return "failed"
	case d.Asks():
		return "ask"
	case d.Allows():
		return "allow"
	}
	return "deny"
}

type nextResult = event.Next[*tools.Call, *tools.Result]

func (p *Policy) around(ctx context.Context, c *tools.Call, n nextResult) (*tools.Result, error) {
	s := p.of(c)
	if s == nil { // installed while the call was under way
		return n.Do(ctx)
	}
	s.executed = true
	s.AddEvent("execute")
	r, err := n.Do(trace.ContextWithSpan(ctx, s))
	s.AddEvent("executed")
	return r, err
}

type nextPost = event.Next[*tools.Inspection, tools.PostDecision]

func (p *Policy) after(ctx context.Context, in *tools.Inspection, n nextPost) (tools.PostDecision, error) {
	d, err := n.Do(ctx)
	if s := p.of(in.Call); s != nil {
		s.AddEvent("post-execute", trace.WithAttributes(keyDecision.String(postDecisionOf(d, err))))
	}
	return d, err
}

func postDecisionOf(d tools.PostDecision, err error) string {
	_, content := d.Content()
	_, value := d.Value()
	switch {
	case err != nil:
		return "failed"
	case d.Blocks():
		return "block"
	case content:
		return "replace-content"
	case value:
		return "replace-value"
	}
	return "accept"
}

// end closes the span with what came of the call. Calls that no policy saw get a
// span of their own here.
func (p *Policy) end(ctx context.Context, o *tools.Outcome) error {
	s := p.of(o.Call)
	if s == nil {
		s = p.begin(ctx, o.Call)
		s.failed = true
	}
	p.mu.Lock()
	delete(p.live, o.Call.Token())
	p.mu.Unlock()
	outcome := s.outcome(o.Result)
	s.SetAttributes(keyOutcome.String(outcome))
	measured := []attribute.KeyValue{
		keyOperation.String(operation), keyTool.String(knownName(o)), keyOutcome.String(outcome),
	}
	if outcome == outcomeFailed {
		kind := keyErrorType.String(errorType(o.Result.Failure()))
		s.SetAttributes(kind)
		s.SetStatus(codes.Error, "")
		measured = append(measured, kind)
	}
	if p.config.Content {
		s.SetAttributes(keyResult.String(o.Result.Content().Text()))
	}
	s.End()
	p.active.Add(ctx, -1)
	p.duration.Record(ctx, time.Since(s.begun).Seconds(), metric.WithAttributes(measured...))
	return nil
}

// outcome tells failures from what was wanted.
func (s *span) outcome(r *tools.Result) string {
	if !r.IsError() {
		return outcomeOK
	}
	switch code := r.Failure().Code(); {
	case code == tools.CodeAborted || code == tools.CodeAbortedBeforeDispatch:
		return outcomeCancelled
	case !s.executed && !s.failed && code != tools.CodeNoDecision && code != tools.CodePanic:
		return outcomeRefused
	}
	return outcomeFailed
}

func knownName(o *tools.Outcome) string {
	if f := o.Result.Failure(); f != nil && f.Code() == tools.CodeUnknownTool {
		return otherTool
	}
	return o.Call.Name()
}
