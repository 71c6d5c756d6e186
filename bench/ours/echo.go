package main

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
)

func echo(_ context.Context, _ *tools.Exec, args jsonvalue.Value) (any, error) {
	v, _ := args.Get("value")
	return v, nil
}
