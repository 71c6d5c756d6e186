package local

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/bash/environ"
	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// Resolve implements [shell.Executor].
func (e *Executor) Resolve(r shell.Request) (shell.Spec, error) {
	now := e.settings.Load()
	if strings.Contains(r.Command, "\x00") {
		return shell.Spec{}, &shell.Error{Code: shell.CodeCommand,
			Message: "invalid command: no program can receive a NUL character"}
	}
	timeout, err := shell.Clamp(r.Timeout, now.TimeoutMs, now.MaxTimeoutMs)
	if err != nil {
		return shell.Spec{}, err
	}
	dir, err := e.directory(now, r.Dir)
	if err != nil {
		return shell.Spec{}, err
	}
	policy, err := e.policyFor(now, r.Policy)
	if err != nil {
		return shell.Spec{}, err
	}
	inline := now.MaxOutputBytes
	if r.OutputBytes > 0 {
		inline = r.OutputBytes
	}
	return shell.Spec{Command: r.Command, Dir: dir, Timeout: timeout, Output: inline,
		Stdin: r.Stdin, Env: environ.Build(now.env, dir, r.Env, r.Managed), Policy: policy}, nil
}

// directory settles the working directory: the wanted one, else the configured one, else the
// process's.
func (e *Executor) directory(now *settings, want string) (string, error) {
	if filepath.IsAbs(want) {
		return filepath.Clean(want), nil
	}
	base := now.Cwd
	if !filepath.IsAbs(base) {
		here, err := os.Getwd()
		if err != nil {
			return "", &shell.Error{Code: shell.CodeDirectory,
				Message: "the process's own directory is gone; name a workdir", Err: err}
		}
		base = filepath.Join(here, base)
	}
	return filepath.Join(base, want), nil
}

// policyFor settles the confinement. A request without one gets the executor's; a confined mode
// without a sandbox is refused. The workspace is never taken from a request's directory, which
// a model may choose.
func (e *Executor) policyFor(now *settings, want sandbox.Policy) (sandbox.Policy, error) {
	if e.sandbox == nil {
		if want.Mode != "" && want.Mode.Confines() {
			return sandbox.Policy{}, &sandbox.Error{Code: sandbox.CodeUnavailable,
				Message: "this executor has no sandbox for mode " + string(want.Mode)}
		}
		return sandbox.Policy{}, nil
	}
	if want.Mode == "" {
		want = e.policy
	}
	if want.Root == "" {
		want.Root = e.policy.Root
	}
	if want.Root == "" {
		root, err := e.directory(now, "")
		if err != nil {
			return sandbox.Policy{}, err
		}
		want.Root = root
	}
	return want, nil
}

// checkDirectory names the directory when it is what keeps a command from running: the system
// would blame the shell.
func checkDirectory(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case os.IsNotExist(err):
		return &shell.Error{Code: shell.CodeDirectory,
			Message: "the working directory " + dir + " does not exist"}
	case err != nil:
		return &shell.Error{Code: shell.CodeDirectory,
			Message: "the working directory " + dir + " cannot be used", Err: err}
	case !info.IsDir():
		return &shell.Error{Code: shell.CodeDirectory,
			Message: "the working directory " + dir + " is not a directory"}
	}
	return nil
}
