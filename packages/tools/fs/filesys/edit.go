package filesys

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
)

// EditRequest is a literal replacement in a target.
type EditRequest struct {
	// Change says what to replace by what.
	Change textedit.Change
	// Expect is the version that the file must have; the zero version demands none.
	Expect Version
	// Mode widens or narrows the containment for this one call; "" is the backend's own.
	Mode Mode
}

// EditResult tells what an edit did.
type EditResult struct {
	// Version is that of the written file, with a checksum.
	Version Version
	// Before and After are the whole texts with LF line endings and without byte order mark.
	Before, After string
}

// Edit replaces text in the target (§8.5). A missing file is CodeStaleVersion, with or without an
// expected version. The order of refusals: stale, not regular, too large, binary, not UTF-8, no
// match, several matches. Byte order mark, permissions and every line ending outside the replaced
// regions stay. On error the target is unchanged.
func (l *Local) Edit(ctx context.Context, t Target, r EditRequest) (EditResult, error) {
	return l.edit(ctx, mutation{target: t, verb: VerbEdit, open: openParent}, r)
}

func (l *Local) edit(ctx context.Context, m mutation, r EditRequest) (EditResult, error) {
	var result EditResult
	err := l.mutate(ctx, &m, func(p *place) error {
		text, mark, err := p.editable(r.Expect)
		if err != nil {
			return err
		}
		edited, err := textedit.Apply(text, r.Change)
		if err != nil {
			return p.editFailure(err)
		}
		result = EditResult{Before: edited.Before, After: edited.After}
		// The state was compared by content where the stamp had moved, so what is demanded from
		// here on is that nothing has moved since.
		result.Version, err = p.replace(append([]string{mark}, edited.Pieces...), ExpectVersion(p.info.Version))
		return err
	})
	if err != nil {
		return EditResult{}, err
	}
	return result, nil
}

// editable loads the text, without its byte order mark, which it returns beside it.
func (p *place) editable(expect Version) (text, mark string, err error) {
	if p.info.Kind == KindMissing || !expect.IsZero() && !p.unchanged(expect) {
		return "", "", p.fail(CodeStaleVersion, "file changed since it was read")
	}
	if err := p.regular(); err != nil {
		return "", "", err
	}
	if limit := p.local.config.EditMaxBytes; p.info.Size > limit {
		return "", "", tooLarge(VerbEdit, p.target, p.info.Size, limit)
	}
	text, err = p.load()
	if rest, ok := strings.CutPrefix(text, bom); ok {
		return rest, bom, err
	}
	return text, "", err
}

func (p *place) editFailure(err error) error {
	if many, ok := errors.AsType[*textedit.AmbiguousError](err); ok {
		return &Error{Code: CodeAmbiguousEdit, Err: err, Message: fmt.Sprintf("old_string matched "+
			"%d times in \"%s\"; provide a more specific old_string or set replace_all to true",
			many.Count, p.target.Display)}
	}
	return &Error{Code: CodeEditNotFound, Err: err, Message: fmt.Sprintf(
		"old_string was not found in \"%s\"", p.target.Display)}
}
