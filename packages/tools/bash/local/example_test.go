//go:build unix

package local_test

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

func Example() {
	ctx := context.Background()
	e, err := local.New(local.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer e.Close(ctx)
	spec, _ := e.Resolve(shell.Request{Command: "echo hello; echo oops >&2; exit 3"})
	o, err := e.Run(ctx, spec)
	fmt.Printf("%q %q %d %v\n", o.Stdout.Text, o.Stderr.Text, o.Code, err)
	// Output: "hello\n" "oops\n" 3 <nil>
}
