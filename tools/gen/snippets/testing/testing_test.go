// Package testing_test has the tests that the page about the testkit shows.
package testing_test

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/timeout"
	"github.com/dsh-go/dsh/packages/testkit"
)

// show: order
func TestOrder(t *testing.T) {
	k := testkit.New(t)
	heard := testkit.Listen(t, k.Root, k.Registry) // on every stage
	k.Register(testkit.Echo("echo"))
	k.Call(t.Context(), "echo", `{}`)
	want := []string{"pre", "guard", "execute", "executed:ok", "post:ok", "result:ok"}
	if got := heard.Of("call-1"); !slices.Equal(got, want) {
		t.Errorf("the call went %q, want %q", got, want)
	}
}

// end: order

// show: gate
func TestOverlap(t *testing.T) {
	k := testkit.New(t)
	var gate testkit.Gate // holds bodies until the test lets them go
	k.Register(gate.Tool("slow", true))
	done := make(chan *tools.BatchResult)
	go func() {
		done <- k.Run(context.WithoutCancel(t.Context()), &tools.Batch{Calls: testkit.Calls("slow", "", "slow", "")})
	}()
	if err := gate.Started(t.Context(), "call-1", "call-2"); err != nil {
		t.Fatal(err) // both are running at the same time
	}
	gate.Open()
	<-done
}

// end: gate

// show: time
func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // an hour takes no time here
		k := testkit.New(t)
		if err := timeout.Install(k.Root, k.Registry); err != nil {
			t.Fatal(err)
		}
		stuck := testkit.Waiting("stuck") // until its context ends
		stuck.Timeout = time.Hour
		k.Register(stuck)
		if got := testkit.Status(k.Call(t.Context(), "stuck", `{}`)); got != "TOOL_TIMEOUT" {
			t.Errorf("the call ended as %q", got)
		}
	})
}

// end: time
