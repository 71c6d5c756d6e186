package observe

import (
	"context"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// Install puts the policy in force for the calls of a scope, until the scope closes.
func Install(s *scope.Scope, files *fs.Service) error {
	p := new(policy)
	label := event.Label(PluginName)
	if err := files.Events.Observed.On(s, p.observed, label); err != nil {
		return err
	}
	if err := files.Events.WriteIntent.On(s, p.writeIntent, label); err != nil {
		return err
	}
	return files.Events.EditIntent.On(s, p.editIntent, label)
}

type policy struct{ seen memory }

func (p *policy) observed(_ context.Context, o *fs.Observation) error {
	if a := o.Call.Agent(); a != nil {
		p.seen.note(a, o.Target.Key, o.Version)
	}
	return nil
}

// writeIntent answers for every write, so a policy further out has the last word.
//
//dsh:answers it knows what was seen, which nobody further in does
func (p *policy) writeIntent(
	_ context.Context, i *fs.Intent, _ event.Next[*fs.Intent, filesys.Expect],
) (filesys.Expect, error) {
	if a := i.Call.Agent(); a != nil {
		if v, ok := p.seen.recall(a, i.Target.Key); ok && !v.IsZero() {
			return filesys.ExpectVersion(v), nil
		}
	}
	return filesys.ExpectAbsent(), nil
}

// editIntent answers for every edit, as writeIntent does for writes.
//
//dsh:answers it knows what was seen, which nobody further in does
func (p *policy) editIntent(
	_ context.Context, i *fs.Intent, _ event.Next[*fs.Intent, filesys.Version],
) (filesys.Version, error) {
	if a := i.Call.Agent(); a != nil {
		if v, ok := p.seen.recall(a, i.Target.Key); ok {
			return v, present(i.Target, v)
		}
	}
	return filesys.Version{}, &filesys.Error{Code: filesys.CodeNotObserved, Message: fmt.Sprintf(
		"edit requires reading \"%s\" first", i.Target.Display)}
}

// present fails for a file that was seen to be missing.
func present(t filesys.Target, v filesys.Version) error {
	if v.IsZero() {
		return filesys.Fail(filesys.CodeNotFound, filesys.VerbEdit, t.Display, "not found")
	}
	return nil
}
