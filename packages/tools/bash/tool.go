package bash

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"

	"github.com/dsh-go/dsh/packages/tools/bash/environ"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// Config are the settings of the tool.
type Config struct {
	// EnableRunInBackground offers background jobs; default true.
	EnableRunInBackground bool `json:"enableRunInBackground"`
}

// Defaults returns the settings that hold when nothing is given.
func (Config) Defaults() Config { return Config{EnableRunInBackground: true} }

// Services are what the tool works with. Jobs may be nil: then there is no background.
type Services struct {
	Shell *shell.Service
	Jobs  *jobs.Service
}

// New defines the tool for the executor e, whose confinement its schema and description follow.
// At a call the executor in force for the calling agent is used.
func New(s Services, e shell.Executor, c Config) (tools.Definition, error) {
	_, confined := shell.PolicyOf(e)
	params, err := parameters(c.EnableRunInBackground, confined)
	if err != nil {
		return tools.Definition{}, err
	}
	value, err := valueSchema()
	if err != nil {
		return tools.Definition{}, err
	}
	t := &tool{shell: s.Shell, jobs: s.Jobs, executor: e, config: c}
	return tools.Define(tools.Tool[Args, jsonvalue.Value]{
		Name:          ToolName,
		Description:   describe(e, c.EnableRunInBackground),
		Parameters:    params,
		OutputSchema:  value,
		Execute:       t.execute,
		Render:        func(_ Args, out jsonvalue.Value) llm.Content { return render(out) },
		Meta:          func(_ Args, out jsonvalue.Value) any { return metaOf(out) },
		PresentCall:   presentCall,
		PresentResult: presentResult,
		Traits:        tools.Traits{Destructive: true, OpenWorld: true},
	})
}

type tool struct {
	shell    *shell.Service
	jobs     *jobs.Service
	executor shell.Executor
	config   Config
}

// execute is the body: cheap refusals first, then the question to the user, then the command.
func (t *tool) execute(ctx context.Context, x *tools.Exec, in Args) (jsonvalue.Value, error) {
	if err := in.check(x.Call); err != nil {
		return jsonvalue.Value{}, err
	}
	executor, ok := t.shell.Executor(x.Agent())
	if !ok {
		executor = t.executor
	}
	policy, confined := t.shell.Policy(executor, x.Agent())
	wider, err := in.wider(policy, confined)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	registry, err := t.registry(x, in)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	request := shell.Request{Command: in.Command, Dir: directory(in, x.Agent(), policy),
		Timeout: in.timeout(), Policy: policy}
	if _, err := executor.Resolve(request); err != nil {
		return jsonvalue.Value{}, coded(err)
	}
	if wider != "" {
		if err := t.ask(ctx, x, wider, *in.Justification); err != nil {
			return jsonvalue.Value{}, err
		}
		request.Policy.Mode = wider
	}
	request.Managed, err = t.managed(ctx, x, request.Dir)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	spec, err := executor.Resolve(request)
	if err != nil {
		return jsonvalue.Value{}, coded(err)
	}
	if registry != nil {
		return t.background(ctx, x, registry, executor, spec)
	}
	return foreground(ctx, executor, spec)
}

// directory settles relative directories: they start at the workspace.
func directory(in Args, a *tools.Agent, policy sandbox.Policy) string {
	base := policy.Root
	if a != nil && a.Dir != "" {
		base = a.Dir
	}
	if filepath.IsAbs(in.Workdir) || base == "" {
		return in.Workdir
	}
	return filepath.Join(base, in.Workdir)
}

// managed is the snapshot of the managed variables.
func (t *tool) managed(ctx context.Context, x *tools.Exec, dir string) ([]environ.Setting, error) {
	call := environ.Call{Dir: dir}
	if a := x.Agent(); a != nil {
		call.Session = a.ID
	}
	return t.shell.Env.Collect(ctx, call)
}

// foreground runs a command to its end.
func foreground(ctx context.Context, e shell.Executor, spec shell.Spec) (jsonvalue.Value, error) {
	o, err := e.Run(ctx, spec)
	switch {
	case err != nil:
		return jsonvalue.Value{}, coded(err)
	case o.Aborted && ctx.Err() != nil:
		return jsonvalue.Value{}, ctx.Err()
	case o.Aborted:
		return jsonvalue.Value{}, errors.New("the command was ended because the shell shut down")
	}
	return jsonvalue.Marshal(valueOf(o))
}

// coded gives the failures of the sandbox their code in the result; other failures to run a
// command are plain.
func coded(err error) error {
	if e, ok := errors.AsType[*sandbox.Error](err); ok &&
		(e.Code == sandbox.CodeUnavailable || e.Code == sandbox.CodeHook) {
		return &tools.Error{Name: "SandboxUnavailableError", Code: tools.Code(sandbox.CodeUnavailable),
			Message: err.Error(), Err: err}
	}
	return err
}
