// Package dshdriver runs this product under the conformance suite.
//
// Each file does one kind of operation: it turns the words of a case into calls
// of the public packages and reports what it observed. It holds no expectation.
package dshdriver

import "github.com/dsh-go/dsh/conformance"

// Driver is the reference driver. Create it with [New].
type Driver struct{}

var _ conformance.Driver = Driver{}

// New returns the driver. It has no state: each operation builds the registry
// it needs.
func New() Driver { return Driver{} }

// Name returns the product's name.
func (Driver) Name() string { return "dsh" }
