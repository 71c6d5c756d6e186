package main

import (
	"context"
	"fmt"
)

func Example() {
	if err := run(context.Background()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 1 Hello, Ada!
	// 2 Error: invalid arguments: "name" must be a string
	// 3 Error: we do not greet Mallory
	// 4 Error: unknown tool "salute"
}
