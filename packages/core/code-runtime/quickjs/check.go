package quickjs

import (
	"context"
	"strings"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/typecheck"
)

// Check configures the type check of programs by a child process. It is off
// while Command is empty. A checker that fails, hangs or is missing never
// changes the outcome of a run.
type Check struct {
	// Command is a TypeScript compiler, 5.8 or later, with its first arguments,
	// such as ["tsc"] or ["node", "tsc.js"].
	Command []string `json:"command,omitzero"`
	// TimeoutMs bounds one check. Default 5,000 ms.
	TimeoutMs coderuntime.Milliseconds `json:"timeoutMs,omitzero"`
	// MaxErrors is how many errors are shown. Default 5.
	MaxErrors coderuntime.Count `json:"maxErrors,omitzero"`
	// Refuse checks before the run and refuses a program with errors. Without
	// it a program is checked only after it failed, and the first errors
	// follow its message.
	Refuse bool `json:"refuse,omitzero"`
}

func (c Check) withDefaults() Check {
	if c.TimeoutMs == 0 {
		c.TimeoutMs = 5000
	}
	if c.MaxErrors == 0 {
		c.MaxErrors = 5
	}
	return c
}

func (c Check) validate() error {
	switch {
	case len(c.Command) > 0 && c.Command[0] == "":
		return configError("check.command must begin with a program")
	case !(c.TimeoutMs > 0 && c.TimeoutMs <= 60_000):
		return configError("check.timeoutMs must be above 0 and at most 60000, not %v", c.TimeoutMs)
	case c.MaxErrors < 1 || c.MaxErrors > 100:
		return configError("check.maxErrors must be from 1 to 100, not %d", c.MaxErrors)
	}
	return nil
}

// diagnose gives the type errors of the program, "" for none or no checker.
func (r *run) diagnose(ctx context.Context) string {
	c := r.runtime.config.Check
	if len(c.Command) == 0 {
		return ""
	}
	checker := typecheck.Checker{Command: c.Command, Timeout: c.TimeoutMs.Duration(),
		MaxErrors: int(c.MaxErrors)}
	declarations := ""
	if r.request.Declarations != nil {
		declarations = r.request.Declarations()
	}
	found, err := checker.Check(ctx, r.request.Program, declarations)
	if err != nil {
		return "" // the check is help, not a condition
	}
	return strings.Join(found, "\n")
}

// refuseTypes checks before the run where that is wanted.
func (r *run) refuseTypes(ctx context.Context) error {
	if !r.runtime.config.Check.Refuse {
		return nil
	}
	if found := r.diagnose(ctx); found != "" {
		return &stop{coderuntime.KindException, "the program has type errors:\n" + found}
	}
	return nil
}

// explain adds the type errors to a failed run.
func (r *run) explain(ctx context.Context) {
	f := r.result.Failure
	if f == nil || f.Kind != coderuntime.KindException || r.runtime.config.Check.Refuse {
		return
	}
	if found := r.diagnose(ctx); found != "" {
		r.result = r.ledger.Extend(r.result, "\nThe type checker reports:\n"+found)
	}
}
