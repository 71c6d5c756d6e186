package dshdriver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	native_executor "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/bash"
	"github.com/dsh-go/dsh/packages/tools/bash/jobs"
	shell_local "github.com/dsh-go/dsh/packages/tools/bash/local"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/glob"
	"github.com/dsh-go/dsh/packages/tools/fs/grep"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/search/ripgrep"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
)

// workspace is an agent with its tools in a directory, installed from rows as a
// preset has them.
type workspace struct {
	conformance.Workspace
	reg     *tools.Registry
	root    *scope.Scope
	files   *fs.Service
	shell   *shell.Service
	jobs    *jobs.Service
	backend *backend
	agent   *tools.Agent
	scope   *scope.Scope // the agent's
	spill   string       // where the shell keeps long output
}

// OpenWorkspace mounts the tools.
func (*Driver) OpenWorkspace(w conformance.Workspace) (conformance.Session, error) {
	return openSession(w)
}

func openSession(w conformance.Workspace) (*workspace, error) {
	reg, err := tools.New(tools.Options{})
	if err != nil {
		return nil, err
	}
	s := &workspace{
		Workspace: w, reg: reg, root: scope.NewRoot("case"),
		shell: shell.NewService(reg), jobs: jobs.NewService(), backend: &backend{},
	}
	if err := s.mount(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

func (s *workspace) mount() (err error) {
	if s.files, err = fs.NewService(s.reg, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	if s.spill, err = os.MkdirTemp("", "conformance-spill-"); err != nil {
		return err
	}
	if s.scope, err = s.root.Keyed("agent", nil); err != nil {
		return err
	}
	s.agent = &tools.Agent{ID: "agent", Key: s.scope.Key(), Dir: s.Dir}
	if err := native_executor.Mount(s.root, s.reg, native_executor.Config{}); err != nil {
		return err
	}
	if _, err := s.files.Backends.Provide(s.root, fs.Backend(s.backend)); err != nil {
		return err
	}
	rows, err := s.rows()
	if err != nil {
		return err
	}
	for _, r := range rows {
		if err := r.plugin.Install(context.Background(), s.root, []byte(argumentText(r.config))); err != nil {
			return fmt.Errorf("row %s: %w", r.plugin.Name, err)
		}
	}
	return nil
}

// row is a plugin with its configuration.
type row struct {
	plugin plugin.Plugin
	config *conformance.Object
}

// rows are the session's plugins in order, each with its part of the case's
// configuration.
func (s *workspace) rows() ([]row, error) {
	c, err := divide(s.Config)
	if err != nil {
		return nil, err
	}
	if s.backend.config.DiffBasisMaxBytes, err = strconv.ParseInt(c.diffBasis, 10, 64); err != nil {
		return nil, err
	}
	engine := s.Engine
	if engine == "" {
		engine = "walker"
	}
	c.glob.Set("engine", engine)
	c.grep.Set("engine", engine)
	c.shell.Set("spillDir", s.spill)
	var rows []row
	if s.Observation {
		rows = append(rows, row{observe.Plugin(observe.Params{Files: s.files}), nil})
	}
	rows = append(rows,
		row{read.Plugin(read.Params{Tools: s.reg, Files: s.files}), c.read},
		row{write.Plugin(write.Params{Tools: s.reg, Files: s.files}), nil},
		row{edit.Plugin(edit.Params{Tools: s.reg, Files: s.files}), nil},
		row{glob.Plugin(glob.Params{Tools: s.reg, Files: s.files}), c.glob},
		row{grep.Plugin(grep.Params{Tools: s.reg, Files: s.files}), c.grep},
		row{shell_local.Plugin(shell_local.Params{Shell: s.shell}), c.shell},
	)
	if !s.WithoutJobs {
		rows = append(rows, row{jobs.Plugin(jobs.Params{Tools: s.reg, Jobs: s.jobs}), nil})
	}
	return append(
		rows,
		row{bash.Plugin(bash.Params{Tools: s.reg, Shell: s.shell, Jobs: s.jobs}), nil},
	), nil
}

// divided is a case's configuration by row.
type divided struct {
	read, glob, grep, shell *conformance.Object
	diffBasis               string
}

// divide tells by its name whose a setting is.
func divide(config *conformance.Object) (divided, error) {
	d := divided{
		read: &conformance.Object{}, glob: &conformance.Object{}, grep: &conformance.Object{},
		shell: &conformance.Object{}, diffBasis: "0",
	}
	d.glob.Set("sampleOverCapGlobResults", false)
	if config == nil {
		return d, nil
	}
	for _, m := range config.Members {
		switch name := m.Name; {
		case strings.HasPrefix(name, "read"):
			d.read.Set(name, m.Value)
		case strings.HasPrefix(name, "glob") || name == "sampleOverCapGlobResults":
			d.glob.Set(name, m.Value)
		case strings.HasPrefix(name, "grep"):
			d.grep.Set(name, m.Value)
		case name == "searchMetaMaxBytes" || name == "rawOutputMaxBytes":
			d.glob.Set(name, m.Value)
			d.grep.Set(name, m.Value)
		case name == "diffBasisMaxBytes":
			d.diffBasis = argumentText(m.Value)
		case name == "timeoutMs" || name == "maxTimeoutMs" || name == "maxOutputBytes" ||
			name == "maxSpillBytes" || name == "graceMs":
			d.shell.Set(name, m.Value)
		default:
			return d, fmt.Errorf("no tool has the setting %q", name)
		}
	}
	return d, nil
}

// Call runs one call of the agent.
func (s *workspace) Call(c conformance.ToolCall) (conformance.ToolOutcome, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	switch {
	case c.CancelBefore:
		cancel()
	case c.CancelInside:
		s.backend.onResolve = cancel
		defer func() { s.backend.onResolve = nil }()
	case c.CancelAfter > 0:
		defer time.AfterFunc(c.CancelAfter, cancel).Stop()
	}
	start := time.Now()
	o, err := first(s.reg.Execute(ctx, &tools.Batch{Agent: s.agent, Calls: []tools.RawCall{{
		CallID: "call-1", Name: c.Tool, Arguments: argumentText(c.Args),
	}}}))
	if err != nil {
		return conformance.ToolOutcome{}, err
	}
	return conformance.ToolOutcome{
		Outcome: outcome(o), Text: o.Result.Content().Text(), Took: time.Since(start),
	}, nil
}

// Close ends what the session runs and removes what its shell kept.
func (s *workspace) Close() error {
	err := s.root.Close(context.Background())
	if s.spill != "" {
		err = errors.Join(err, os.RemoveAll(s.spill))
	}
	return err
}

// SearchEngines are the walker, and ripgrep where a usable one is found. With
// DSH_REQUIRE_RIPGREP set, one that is not found is an error.
func (*Driver) SearchEngines() ([]string, error) {
	if _, err := ripgrep.Find(context.Background()); err != nil {
		if os.Getenv("DSH_REQUIRE_RIPGREP") != "" {
			return nil, fmt.Errorf("DSH_REQUIRE_RIPGREP is set: %w", err)
		}
		return []string{"walker"}, nil
	}
	return []string{"walker", "ripgrep"}, nil
}
