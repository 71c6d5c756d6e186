package sandbox

import (
	"context"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// Provider starts commands in confinement. Implementations are safe for concurrent use.
type Provider interface {
	// Report tells what can be enforced here. The first call tries it out, within ctx; the
	// answer is kept.
	Report(ctx context.Context) Report
	// Start starts c under p, or fails with [CodeUnavailable] when p cannot be enforced. It
	// never starts anything with less confinement than p asks for and the report says.
	Start(c process.Command, p Policy) (process.Tree, error)
	// Denied guesses from how a command ended and from its error output whether the
	// confinement refused it something.
	Denied(status process.Status, stderr string) bool
	// Close removes what the provider made for commands. No command may run any more.
	Close() error
}

// Options choose a provider.
type Options struct {
	// Provider is "native", "bubblewrap", or empty for the first of the two that works.
	Provider string
	// Bubblewrap is the program's path; empty looks for bwrap on PATH.
	Bubblewrap string
	// NoNamespaces makes the native provider do without user, process and mount namespaces.
	NoNamespaces bool
	// Landlock, when not 0, is the highest Landlock ABI to use: for trying out what an older
	// kernel would do. Negative uses no Landlock.
	Landlock int
}

// New returns the provider that o asks for. It tries nothing out; the first [Provider.Report]
// or Start does. On platforms without a provider the result refuses every confined command.
func New(o Options) (Provider, error) {
	switch o.Provider {
	case "native":
		return newNative(o), nil
	case "bubblewrap":
		return newBubblewrap(o), nil
	case "":
		return &automatic{choices: []Provider{newNative(o), newBubblewrap(o)}}, nil
	default:
		return nil, &Error{CodePolicy, "unknown sandbox provider \"" + o.Provider +
			"\": expected native or bubblewrap", nil}
	}
}

// deniedBy is the common guess: the command failed, and its error output has the signature.
func deniedBy(signatures []string, status process.Status, stderr string) bool {
	if status.Err != nil || (status.Code == 0 && status.Signal == "") {
		return false
	}
	text := strings.ToLower(stderr)
	for _, signature := range signatures {
		if strings.Contains(text, signature) {
			return true
		}
	}
	return false
}
