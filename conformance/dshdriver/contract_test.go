package dshdriver_test

import (
	"context"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
)

// TestNativeExecutor runs the executors' contract on the native one.
func TestNativeExecutor(t *testing.T) {
	testkit.TestExecutor(t, func(reg *tools.Registry) (tools.Executor, error) {
		return native.New(reg, native.Config{}), nil
	})
}

// TestProgramExecutor runs it on the executor of programs, whose model reaches a
// tool by a program that calls it, with the real sandbox.
func TestProgramExecutor(t *testing.T) {
	runtime, err := quickjs.New(quickjs.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := runtime.Close(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	}()
	// Both engines are loaded before the first leak check.
	program := coderuntime.Request{Program: "const typed: number = 1; return typed;"}
	if _, err := runtime.Run(t.Context(), program); err != nil {
		t.Fatal(err)
	}
	testkit.ExecutorSuite{
		New: func(t *testing.T, reg *tools.Registry) (tools.Executor, error) {
			root := scope.NewRoot("runtime")
			t.Cleanup(func() {
				if err := root.Close(context.WithoutCancel(t.Context())); err != nil {
					t.Error(err)
				}
			})
			runtimes := &ptc.Runtimes{}
			if _, err := runtimes.Provide(root, coderuntime.Runtime(runtime)); err != nil {
				return nil, err
			}
			return ptc.New(ptc.Services{Registry: reg, Runtimes: runtimes}, ptc.Config{})
		},
		Reach: throughProgram,
	}.Run(t)
}

// throughProgram is the call that has a tool run once.
func throughProgram(c tools.RawCall) tools.RawCall {
	arguments := c.Arguments
	if arguments == "" {
		arguments = "{}"
	}
	code := "return await tools[" + jsonvalue.String(c.Name).Text() + "](" + arguments + ");"
	var o jsonvalue.Object
	o.Set("code", code)
	o.Set("description", "calls "+c.Name)
	args, err := jsonvalue.From(o)
	if err != nil {
		return tools.RawCall{}
	}
	return tools.RawCall{CallID: c.CallID, Name: tools.ReservedName, Arguments: args.Text()}
}
