package testkit_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
)

// A test of a policy: mount it on the kit, run calls, look at what was heard.
func ExampleNew() {
	testPolicy := func(t *testing.T) {
		k := testkit.New(t)
		k.Register(testkit.Echo("echo"))
		if _, err := k.Registry.Guard(k.Root, func(c *tools.Call) (string, bool) {
			return "quiet hours", c.Name() == "echo"
		}); err != nil {
			t.Fatal(err)
		}
		if got := k.Call(t.Context(), "echo", `{}`).Content().Text(); got != "Error: quiet hours" {
			t.Errorf("content is %q", got)
		}
	}
	fmt.Println(testing.RunTests(func(string, string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "TestPolicy", F: testPolicy}}))
	// Output: true
}

// The contract of an executor is one line.
func ExampleTestExecutor() {
	testExecutor := func(t *testing.T) {
		testkit.TestExecutor(t, func(reg *tools.Registry) (tools.Executor, error) {
			return &testkit.Executor{Registry: reg}, nil
		})
	}
	fmt.Println(testing.RunTests(func(string, string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "TestExecutor", F: testExecutor}}))
	// Output: true
}

// A gate holds bodies until the test lets them go.
func ExampleGate() {
	testOverlap := func(t *testing.T) {
		k := testkit.New(t)
		var g testkit.Gate
		k.Register(g.Tool("slow", true))
		done := make(chan *tools.BatchResult)
		go func() {
			done <- k.Run(context.Background(), &tools.Batch{Calls: testkit.Calls("slow", "", "slow", "")})
		}()
		if err := g.Started(t.Context(), "call-1", "call-2"); err != nil {
			t.Fatal(err)
		}
		g.Open()
		<-done
	}
	fmt.Println(testing.RunTests(func(string, string) (bool, error) { return true, nil },
		[]testing.InternalTest{{Name: "TestOverlap", F: testOverlap}}))
	// Output: true
}
