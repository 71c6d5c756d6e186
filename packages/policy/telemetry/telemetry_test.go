package telemetry_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/telemetry"
	"github.com/dsh-go/dsh/packages/testkit"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type world struct {
	*testkit.Kit
	spans  *tracetest.SpanRecorder
	reader *metric.ManualReader
	traces *sdktrace.TracerProvider
}

func newWorld(t *testing.T, c telemetry.Config) *world {
	t.Helper()
	w := &world{Kit: testkit.New(t), spans: tracetest.NewSpanRecorder(), reader: metric.NewManualReader()}
	w.traces = sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(w.spans))
	p, err := telemetry.New(telemetry.Providers{
		Traces: w.traces, Metrics: metric.NewMeterProvider(metric.WithReader(w.reader)),
	}, c)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Install(w.Root, w.Registry); err != nil {
		t.Fatal(err)
	}
	w.Register(testkit.Echo("echo"))
	w.Register(testkit.Failing("fails", &tools.Error{Code: "BROKEN", Message: "secret text"}))
	w.Register(testkit.Failing("plain", errors.New("x")))
	w.Register(testkit.Panicking("panics", "x"))
	return w
}

func attributes(s sdktrace.ReadOnlySpan) map[string]string {
	m := map[string]string{}
	for _, a := range s.Attributes() {
		m[string(a.Key)] = a.Value.AsString()
	}
	return m
}

func stages(s sdktrace.ReadOnlySpan) string {
	var list []string
	for _, e := range s.Events() {
		name := e.Name
		for _, a := range e.Attributes {
			name += ":" + a.Value.AsString()
		}
		list = append(list, name)
	}
	return strings.Join(list, " ")
}

func TestOneSpanPerCall(t *testing.T) {
	w := newWorld(t, telemetry.Config{})
	agent, _ := w.Agent("a-1", nil)
	ctx, outer := w.traces.Tracer("test").Start(t.Context(), "outer")
	w.Run(ctx, &tools.Batch{Agent: agent, Calls: testkit.Calls("echo", `{"password": "hunter2"}`)})
	spans := w.spans.Ended()
	if len(spans) != 1 || spans[0].Name() != "execute_tool echo" || spans[0].Parent().SpanID() != outer.SpanContext().SpanID() {
		t.Fatalf("spans %v", spans)
	}
	got := attributes(spans[0])
	for key, want := range map[string]string{
		"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "echo", "gen_ai.tool.call.id": "call-1",
		"gen_ai.agent.id": "a-1", "dsh.tool.outcome": "ok",
	} {
		if got[key] != want {
			t.Errorf("%s is %q, want %q", key, got[key], want)
		}
	}
	for key, value := range got {
		if strings.Contains(value, "hunter2") {
			t.Errorf("%s holds content", key)
		}
	}
	if got := stages(spans[0]); got != "pre-execute:allow execute executed post-execute:accept" {
		t.Errorf("stages %s", got)
	}
	outer.End()
}

func TestContentOnRequest(t *testing.T) {
	w := newWorld(t, telemetry.Config{Content: true})
	w.Call(t.Context(), "echo", `{"a": 1}`)
	got := attributes(w.spans.Ended()[0])
	if got["gen_ai.tool.call.arguments"] != `{"a":1}` || got["gen_ai.tool.call.result"] != `{"a":1}` {
		t.Errorf("attributes %v", got)
	}
}

// Failures are errors with their code; what was refused or cancelled is not.
func TestOutcomes(t *testing.T) {
	w := newWorld(t, telemetry.Config{})
	type next = event.Next[*tools.Call, tools.Decision]
	err := w.Registry.Events.PreExecute.On(w.Root, func(ctx context.Context, c *tools.Call, n next) (tools.Decision, error) {
		switch c.ID() {
		case "call-5":
			return tools.Deny("no"), nil
		case "call-6":
			return tools.Ask("may I"), nil
		case "call-7":
			return tools.Decision{}, errors.New("the gate broke")
		}
		return n.Do(ctx)
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Run(t.Context(), &tools.Batch{Calls: testkit.Calls("fails", "", "plain", "", "panics", "", "nope", "", "echo", "", "echo", "", "echo", "", "echo", "\xff")})
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	w.Registry.RunBatch(cancelled, &tools.Batch{Calls: testkit.Calls("echo", "")}, nil)
	want := []string{"failed BROKEN", "failed _OTHER", "failed TOOL_PANIC", "failed UNKNOWN_TOOL",
		"refused ", "refused ", "failed _OTHER", "failed _OTHER"}
	spans := w.spans.Ended()
	if len(spans) != len(want) {
		t.Fatalf("%d spans", len(spans))
	}
	for i, s := range spans {
		a := attributes(s)
		got := a["dsh.tool.outcome"] + " " + a["error.type"]
		isError := s.Status().Code == codes.Error
		if got != want[i] || isError != strings.HasPrefix(got, "failed") {
			t.Errorf("call %d: %s, error %v; want %s", i+1, got, isError, want[i])
		}
		if strings.Contains(s.Status().Description, "secret") {
			t.Error("the status holds the failure's text")
		}
	}
}

func TestNestedCallsAreChildren(t *testing.T) {
	w := newWorld(t, telemetry.Config{})
	w.Register(testkit.Tool("outer", func(_ context.Context, x *tools.Exec) (any, error) {
		// Also where a composite loses its context, the child knows its parent.
		x.Nested().Call(context.WithoutCancel(t.Context()), tools.Invocation{CallID: "n1", Name: "echo"})
		return "ok", nil
	}))
	w.Call(t.Context(), "outer", "")
	spans := w.spans.Ended()
	if len(spans) != 2 || spans[0].Parent().SpanID() != spans[1].SpanContext().SpanID() || attributes(spans[0])["dsh.tool.root_call.id"] != "call-1" {
		t.Errorf("spans %v", spans)
	}
}

func TestMetrics(t *testing.T) {
	w := newWorld(t, telemetry.Config{})
	for _, name := range []string{"echo", "echo", "nope-1", "nope-2"} {
		w.Call(t.Context(), name, "")
	}
	var data metricdata.ResourceMetrics
	if err := w.reader.Collect(t.Context(), &data); err != nil {
		t.Fatal(err)
	}
	counts := map[string]uint64{}
	for _, m := range data.ScopeMetrics[0].Metrics {
		switch d := m.Data.(type) {
		case metricdata.Histogram[float64]:
			for _, p := range d.DataPoints {
				name, _ := p.Attributes.Value("gen_ai.tool.name")
				counts[name.AsString()] += p.Count
			}
		case metricdata.Sum[int64]:
			if d.DataPoints[0].Value != 0 {
				t.Errorf("%d calls are under way", d.DataPoints[0].Value)
			}
		}
	}
	if len(counts) != 2 || counts["echo"] != 2 || counts["_OTHER"] != 2 {
		t.Errorf("counts %v", counts)
	}
}

// Without providers nothing happens, and the policy changes no result.
func TestWithoutProviders(t *testing.T) {
	k := testkit.New(t)
	p, err := telemetry.New(telemetry.Providers{}, telemetry.Config{})
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Install(k.Root, k.Registry); err != nil {
		t.Fatal(err)
	}
	k.Register(testkit.Echo("echo"))
	if r := k.Call(t.Context(), "echo", `{"a":1}`); !r.Content().Equal(llm.TextContent(`{"a":1}`)) {
		t.Errorf("got %v", r.Content())
	}
}
