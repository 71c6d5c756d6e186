// Package dshdriver runs this product under the conformance suite.
//
// Each file does one kind of operation: it turns the words of a case into calls
// of the public packages and reports what it observed. It holds no expectation.
package dshdriver

import (
	"context"
	"errors"
	"os"
	"sync"

	"github.com/dsh-go/dsh/conformance"
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// Driver is the reference driver. Create it with [New] and close it.
//
// Apart from the sandboxes of programs, which are kept for the next program with
// the same limits, it has no state: each operation builds the registry it needs.
type Driver struct {
	mu       sync.Mutex
	runtimes map[coderuntime.Budgets]*quickjs.Runtime
	cache    string // of the compiled engine, for all of them
}

var _ conformance.Driver = (*Driver)(nil)

// New returns the driver.
func New() *Driver { return &Driver{} }

// Name returns the product's name.
func (*Driver) Name() string { return "dsh" }

// runtime returns the sandbox with these limits.
func (d *Driver) runtime(b coderuntime.Budgets) (*quickjs.Runtime, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if r, ok := d.runtimes[b]; ok {
		return r, nil
	}
	if d.runtimes == nil {
		cache, err := os.MkdirTemp("", "conformance-engine-")
		if err != nil {
			return nil, err
		}
		d.cache, d.runtimes = cache, map[coderuntime.Budgets]*quickjs.Runtime{}
	}
	r, err := quickjs.New(quickjs.Config{Budgets: b, CacheDir: d.cache})
	if err != nil {
		return nil, err
	}
	d.runtimes[b] = r
	return r, nil
}

// Close ends the sandboxes.
func (d *Driver) Close(ctx context.Context) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	var errs []error
	for _, r := range d.runtimes {
		errs = append(errs, r.Close(ctx))
	}
	if d.runtimes != nil {
		errs = append(errs, os.RemoveAll(d.cache))
	}
	d.runtimes = nil
	return errors.Join(errs...)
}
