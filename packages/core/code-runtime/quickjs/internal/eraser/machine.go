package eraser

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

type Machine struct{}

func NewMachine(ctx context.Context, host *guest.Host, wasm []byte) (*Machine, error) {
	return &Machine{}, nil
}
