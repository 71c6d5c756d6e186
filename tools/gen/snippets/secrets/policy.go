// Package secrets is a policy of the cookbook: it keeps tools away from the
// directory "secret" of the workspace.
package secrets

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// show: install

// CodeSecret: the path is not for tools; leave it alone.
const CodeSecret tools.Code = "SECRET_PATH"

// Install mounts the policy over s.
func Install(s *scope.Scope, registry *tools.Registry) error {
	return registry.Events.PreExecute.On(s, func(
		ctx context.Context, call *tools.Call, next event.Next[*tools.Call, tools.Decision],
	) (tools.Decision, error) {
		value, _ := call.Arguments().Get("path")
		if path, ok := value.AsString(); ok && secret(path) {
			return tools.DenyWith(path+" is not for tools",
				tools.Info{Name: "SecretPathError", Code: CodeSecret}), nil
		}
		return next.Do(ctx)
	}, event.Label("secrets"))
}

// secret compares paths as they are written, but for dots; where links may lead
// somewhere else, resolve them first.
func secret(path string) bool {
	path = filepath.Clean(path)
	return path == "secret" || strings.HasPrefix(path, "secret"+string(filepath.Separator))
}

// end: install
