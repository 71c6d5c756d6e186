package fs

import (
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
)

// WithRemedy adds to a failure what the model should do about it (§8.1). Failures that have no
// remedy are returned as they are.
func WithRemedy(err error) error {
	e, ok := errors.AsType[*filesys.Error](err)
	if !ok {
		return err
	}
	switch e.Code {
	case filesys.CodeStaleVersion:
		return remedied(e, "re-read the file, then retry")
	case filesys.CodeNotObserved:
		return remedied(e, "read the file, then retry")
	}
	return err
}

func remedied(e *filesys.Error, remedy string) error {
	return &filesys.Error{Code: e.Code, Message: e.Message + " — " + remedy, Err: e}
}

// Explain makes the failure of a change in the mode what the model reads: see [WithRemedy] and
// [WithMarker]. The mode "" is that of the wall.
func (p Place) Explain(err error, mode filesys.Mode) error {
	current, ok := p.Confinement()
	if mode == "" {
		mode = current
	}
	return WithRemedy(WithMarker(err, mode, ok))
}

// WithMarker gives a refusal by the wall the text that the shell tool has for one: a marker with
// the mode of the call, and, when the call could ask for more, how to (§8.6). Other failures are
// returned as they are.
func WithMarker(err error, mode filesys.Mode, escalates bool) error {
	e, ok := errors.AsType[*filesys.Error](err)
	if !ok || e.Code != filesys.CodeSandboxDenied {
		return err
	}
	text := fmt.Sprintf("[sandbox: file access denied under %s mode]", mode)
	if escalates && filesys.ModeFullAccess.WiderThan(mode) {
		text += "\n" + EscalationHint
	}
	return &filesys.Error{Code: e.Code, Message: text, Err: e}
}

// EscalationHint follows the marker of a denial when escalation is possible.
const EscalationHint = "[to go further, retry once with sandbox_permissions set to the narrowest " +
	"sufficient mode and a one-sentence justification; the user decides]"
