package filesys

import (
	"context"
	"strings"
)

// Operation is what a write did.
type Operation string

// The operations.
const (
	OperationCreate Operation = "create"
	OperationUpdate Operation = "update"
)

// WriteRequest is a whole new content for a target.
type WriteRequest struct {
	// Content is written byte for byte: no line ending is changed, no byte order mark added.
	Content string
	// Expect is the demand on the target's state; the zero value creates only.
	Expect Expect
	// Mode widens or narrows the containment for this one call; "" is the backend's own.
	Mode Mode
}

// WriteResult tells what a write did.
type WriteResult struct {
	Operation Operation
	// Version is that of the written file, with a checksum.
	Version Version
	// Before is the old text with LF line endings and HasBefore true, when there was one that is
	// UTF-8 without NUL and below the limit for diffs, as the new content must be too.
	Before    string
	HasBefore bool
	// After is the written text with LF line endings, so it is not the bytes on disk when those
	// have CRLF.
	After string
}

// Write replaces or creates the target (§8.4). Missing parent directories are made, and stay when
// the write then fails. The new file has the old one's permissions, a new one those the umask
// leaves. Cancellation is honoured until the file is published. On error the target is unchanged.
func (l *Local) Write(ctx context.Context, t Target, r WriteRequest) (WriteResult, error) {
	return l.write(ctx, mutation{target: t, verb: VerbWrite, open: openParent}, r)
}

func (l *Local) write(ctx context.Context, m mutation, r WriteRequest) (WriteResult, error) {
	var result WriteResult
	err := l.mutate(ctx, &m, func(p *place) error {
		if err := first(p.regular(), p.demand(r.Expect)); err != nil {
			return err
		}
		result = WriteResult{Operation: OperationCreate, After: normalize(r.Content)}
		if p.exists() {
			result.Operation = OperationUpdate
			result.Before, result.HasBefore = p.diffBasis(int64(len(r.Content)))
		}
		version, err := p.replace([]string{r.Content}, r.Expect)
		result.Version = version
		return err
	})
	if err != nil {
		return WriteResult{}, err
	}
	return result, nil
}

// normalize makes every CRLF an LF.
func normalize(text string) string { return strings.ReplaceAll(text, "\r\n", "\n") }
