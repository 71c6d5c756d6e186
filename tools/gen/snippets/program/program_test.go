// Package program_test runs a program over tools, as the page about programs shows.
package program_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/scope"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

type squareIn struct {
	N int `json:"n"`
}

const text = `
	const squares = await Promise.all([1, 2, 3].map(n => tools.square({ n })));
	console.log("squares:", squares);
	return squares.reduce((a, b) => a + b, 0);
`

func Example() {
	if err := run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// squares: [ 1, 4, 9 ]
	// 14
}

func run(ctx context.Context) error {
	registry, err := tools.New(tools.Options{})
	if err != nil {
		return err
	}
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	d, err := tools.Define(tools.Tool[squareIn, int]{
		Name: "square", Description: "Squares a number.",
		Execute:         func(_ context.Context, _ *tools.Exec, in squareIn) (int, error) { return in.N * in.N, nil },
		ConcurrencySafe: func(squareIn) bool { return true },
	})
	if err != nil {
		return err
	}
	if _, err := registry.Register(root, d); err != nil {
		return err
	}
	// show: mount
	runtime, err := quickjs.New(quickjs.Config{})
	if err != nil {
		return err
	}
	defer runtime.Close(ctx)
	runtimes := new(ptc.Runtimes)
	if _, err := runtimes.Provide(root, runtime); err != nil {
		return err
	}
	services := ptc.Services{Registry: registry, Runtimes: runtimes}
	if _, err := ptc.Mount(root, services, ptc.Config{}); err != nil {
		return err
	}
	arguments, err := jsonvalue.Marshal(map[string]string{"code": text, "description": "sum three squares"})
	if err != nil {
		return err
	}
	done, err := registry.Execute(ctx, &tools.Batch{Calls: []tools.RawCall{
		{CallID: "1", Name: tools.ReservedName, Arguments: arguments.Text()},
	}})
	if err != nil {
		return err
	}
	fmt.Println(done.Outcomes[0].Result.Content().Text())
	// end: mount
	return nil
}
