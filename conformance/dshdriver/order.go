package dshdriver

import (
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/conformance"
)

// Order is waiting for the product's declaration order.
func (Driver) Order(conformance.OrderProgram) (conformance.Ordered, error) {
	return conformance.Ordered{}, fmt.Errorf("declaration order (R101): %w", errors.ErrUnsupported)
}
