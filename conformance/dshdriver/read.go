package dshdriver

import (
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/conformance"
)

// ReadFile is waiting for the product's read tool.
func (Driver) ReadFile(conformance.ReadFile) (conformance.ReadOutcome, error) {
	return conformance.ReadOutcome{}, fmt.Errorf("the read tool: %w", errors.ErrUnsupported)
}
