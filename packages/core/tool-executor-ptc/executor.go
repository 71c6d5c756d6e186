package ptc

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Runtimes is where code runtimes are mounted; the nearest one to an agent runs
// its programs. It is looked up at use, so that nothing waits for a runtime and
// one may come and go (P130).
type Runtimes = scope.Slot[coderuntime.Runtime]

// Executor offers run_code and the SDK of the visible tools. Create it with
// [New]. Safe for concurrent use.
type Executor struct {
	// Events are the executor's own events.
	Events Events

	registry  *tools.Registry
	runtimes  *Runtimes
	log       *slog.Logger
	config    Config
	transport *tools.Transport
	sdk       sdkText
}

var _ tools.Executor = (*Executor)(nil)

// Services are what an executor works with. Registry and Runtimes are
// mandatory.
type Services struct {
	Registry *tools.Registry
	Runtimes *Runtimes
	// Logger gets contained failures; nil discards them.
	Logger *slog.Logger
}

// New returns an executor over the registry's pipeline and the runtimes.
func New(s Services, config Config) (*Executor, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	e := &Executor{registry: s.Registry, runtimes: s.Runtimes, log: s.Logger, config: config.Resolve()}
	if e.log == nil {
		e.log = slog.New(slog.DiscardHandler)
	}
	if err := event.Init(&e.Events, nil); err != nil {
		return nil, fmt.Errorf("ptc: %w", err)
	}
	tool, err := tools.Compile(e.definition())
	if err != nil {
		return nil, fmt.Errorf("ptc: %w", err)
	}
	e.transport = &tools.Transport{Tool: tool, Only: !config.AlsoDirect, Hint: routeHint}
	return e, nil
}

func routeHint(name string) string {
	return fmt.Sprintf("call it from inside a %s program, as tools%s(…)", tools.ReservedName, access(name))
}

// Mount makes a new executor the one of s, until s closes: then run_code, the
// sections and the transport are gone with it (P132).
func Mount(s *scope.Scope, services Services, config Config) (*Executor, error) {
	e, err := New(services, config)
	if err != nil {
		return nil, err
	}
	_, err = services.Registry.Mount(s, e)
	return e, err
}

func (e *Executor) report(c *tools.Call, err error) {
	e.log.Warn("log listener failed; the original content is recorded",
		"tool", c.Name(), "callId", c.ID(), "error", err)
}

// Describe declares run_code, and the tools themselves where they may be called
// directly too. The SDK is a prompt section (P122, P123). Tools that are to be
// loaded late are in neither where a declared one finds them (R12); programs may
// call them all the same. It fails without a runtime, or with one whose language
// has no SDK (P128, P129).
func (e *Executor) Describe(_ context.Context, d tools.Describe) (tools.Description, error) {
	if _, err := e.runtime(d.Agent); err != nil {
		return tools.Description{}, err
	}
	listed, declared := d.Listed()
	text := e.sdk.of(listed, len(listed) < len(d.Tools))
	description := tools.Description{
		Tools:    []llm.ToolDeclaration{e.transport.Tool.Declaration()},
		Sections: []tools.Section{{Name: SectionSDK, Order: 150, Text: text}},
	}
	if e.config.AlsoDirect {
		description.Tools = slices.Concat(description.Tools, declared)
		return description, nil
	}
	only := tools.Section{Name: SectionOnly, Order: 99, Text: onlyText}
	description.Sections = append([]tools.Section{only}, description.Sections...)
	return description, nil
}

// Execute runs the batch. Unless the configuration admits direct calls, those
// of any visible tool but run_code are refused before policy (P121).
func (e *Executor) Execute(ctx context.Context, b *tools.Batch) (*tools.BatchResult, error) {
	return e.registry.RunBatch(ctx, b, e.transport)
}

// runtime returns the runtime that the agent sees now (P130).
func (e *Executor) runtime(a *tools.Agent) (coderuntime.Runtime, error) {
	var key *scope.Key
	if a != nil {
		key = a.Key
	}
	r, ok := e.runtimes.Nearest(key)
	if !ok {
		return nil, refuse(CodeNoRuntime,
			"the ptc executor needs a code runtime and none is mounted here: mount code-runtime-quickjs beside it, or use the native executor")
	}
	if r.Language() != languageTypeScript {
		return nil, refuse(CodeUnknownLanguage, fmt.Sprintf(
			"the mounted code runtime speaks %q, for which there is no SDK text; known is: %s", r.Language(), languageTypeScript))
	}
	return r, nil
}

const languageTypeScript = "typescript"
