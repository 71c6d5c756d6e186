package nextused

import (
	"context"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
)

func TestListen(t *testing.T) {
	r := new(tools.Registry)
	_ = r.Events.Decide.On(nil, func(_ context.Context, _ int, _ next) (bool, error) { return true, nil })
	_ = r.Events.Decide.On(nil, func(_ context.Context, _ int, n next) (bool, error) { return true, nil }) // want `the listener never mentions n:`
}
