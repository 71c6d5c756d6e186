package telemetry_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/telemetry"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func Example() {
	ctx := context.Background()
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	native.Mount(root, registry, native.Config{})
	spans := tracetest.NewSpanRecorder()
	policy, _ := telemetry.New(telemetry.Providers{
		Traces: sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)),
	}, telemetry.Config{})
	policy.Install(root, registry)
	registry.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{{CallID: "1", Name: "nope"}}})
	fmt.Println(spans.Ended()[0].Name(), spans.Ended()[0].Status().Code)
	// Output: execute_tool nope Error
}
