package quickjs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// exampleRuntime shares the compile cache of the tests.
func exampleRuntime() *quickjs.Runtime {
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	rt, err := quickjs.New(quickjs.Config{CacheDir: filepath.Join(base, "dsh-test-wasm")})
	if err != nil {
		panic(err)
	}
	return rt
}

func ExampleRuntime_Run() {
	ctx := context.Background()
	rt := exampleRuntime()
	defer rt.Close(ctx)

	host := coderuntime.NewHost(ctx)
	defer host.Close()
	tools := host.Namespace("tools", map[string]coderuntime.Function{
		"read": func(_ context.Context, argument string) (string, error) {
			return `"alpha\nbeta\ngamma"`, nil
		},
	}, "read")

	result, err := rt.Run(ctx, coderuntime.Request{
		Program: `
			const text: string = await tools.read({ path: 'notes.txt' });
			const lines = text.split('\n');
			console.log('read', lines);
			return { lines: lines.length };`,
		Namespaces: []coderuntime.Namespace{tools},
	})
	fmt.Println(err)
	fmt.Println(result.Logs[0])
	fmt.Println(result.Value)
	// Output:
	// <nil>
	// read [ 'alpha', 'beta', 'gamma' ]
	// {"lines":3}
}

func ExampleRuntime_Run_failures() {
	ctx := context.Background()
	rt := exampleRuntime()
	defer rt.Close(ctx)
	for _, program := range []string{
		"await new Promise(() => {})",
		"enum Color { Red }",
		"return { when: new Date() }",
		"const a = 1;\nthrow new TypeError('line two')",
	} {
		result, _ := rt.Run(ctx, coderuntime.Request{Program: program})
		fmt.Printf("%s: %s\n", result.Failure.Kind, result.Failure.Message)
	}
	// Output:
	// timeout: the program waits for something that can never happen: no call and no timer is pending, but it has not ended
	// exception: SyntaxError: TypeScript enum is not supported in strip-only mode (program.ts:1:1)
	// write a constant object instead: const Color = { Red: 'red' } as const
	// invalid-output: the program must return lossless JSON: the result.when is a Date (use toISOString())
	// exception: TypeError: line two
	//     at program (program.ts:2:11)
}

func ExampleNew_config() {
	_, err := quickjs.New(quickjs.Config{Budgets: coderuntime.Budgets{MaxOutputBytes: 3}})
	fmt.Println(coderuntime.CodeOf(err))
	fmt.Println(err)
	// Output:
	// CODE_RUNTIME_CONFIG
	// maxOutputBytes must be a whole number of at least 4, not 3
}
