package native

import (
	"context"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Executor offers every visible tool as a native function. Create it with
// [New]. Safe for concurrent use.
type Executor struct {
	registry *tools.Registry
	config   Config
}

// Config configures an executor. The zero value is ready.
type Config struct {
	// MaxParallel bounds the tool bodies of one batch that run at once, for
	// batches that bring no bound of their own (R80). 0 means
	// [tools.DefaultMaxParallel]; negative values are refused.
	MaxParallel int `json:"maxParallel,omitzero"`
}

// Validate refuses a negative bound.
func (c Config) Validate() error {
	if c.MaxParallel < 0 {
		return &tools.Error{
			Name: "ConfigError", Code: CodeBadConfig,
			Message: "maxParallel must be 1 or more, or 0 for the default",
		}
	}
	return nil
}

// CodeBadConfig: the executor's configuration is out of range.
const CodeBadConfig tools.Code = "BAD_NATIVE_CONFIG"

var _ tools.Executor = (*Executor)(nil)

// New returns an executor over the registry's pipeline.
func New(registry *tools.Registry, config Config) *Executor {
	return &Executor{registry: registry, config: config}
}

// Mount makes a new executor the one of s, until s closes.
func Mount(s *scope.Scope, registry *tools.Registry, config Config) error {
	if err := config.Validate(); err != nil {
		return err
	}
	_, err := registry.Mount(s, New(registry, config))
	return err
}

// Describe declares the tools as they are, in registry order, without prompt
// sections. Tools that are to be loaded late are left out where a declared one
// finds them (R12): no provider is asked to load late yet, and 2,000 declarations
// would fill any prompt. They may be called all the same. An unchanged set is
// handed out without a copy.
func (e *Executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	_, listed := d.Listed()
	return tools.Description{Tools: listed}, nil
}

// Execute runs the batch; see [tools.Registry.RunBatch].
func (e *Executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	if b.MaxParallel == nil && e.config.MaxParallel > 0 {
		bounded := *b
		bounded.MaxParallel = func() int { return e.config.MaxParallel }
		b = &bounded
	}
	return e.registry.RunBatch(ctx, b, nil)
}
