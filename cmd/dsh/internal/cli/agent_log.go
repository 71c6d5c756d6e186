package cli

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

// openLog opens the session's log: in memory, in a new file, or in the file of
// a session that is resumed.
func (f *agentFlags) openLog(ctx context.Context, w io.Writer, dir string) (*session.Log, error) {
	store, err := f.store(dir)
	if err != nil {
		return nil, err
	}
	log, recovery, err := session.Open(ctx, store, session.Options{})
	if err != nil {
		return nil, unreadable(err)
	}
	if recovery.Repaired() {
		fmt.Fprintln(w, "dsh: "+repaired(recovery))
	}
	return log, nil
}

func (f *agentFlags) store(dir string) (session.Store, error) {
	if f.resume {
		store, err := jsonl.Open(f.session, "")
		if err != nil {
			return nil, unusable(err)
		}
		return store, nil
	}
	header := session.Header{
		ID: rand.Text(), Version: session.FormatVersion,
		Created: time.Now().UTC().Truncate(time.Millisecond),
		Meta: jsonvalue.NewObject(
			jsonvalue.Member{Name: "directory", Value: jsonvalue.String(dir)},
			jsonvalue.Member{Name: "preset", Value: jsonvalue.String(f.preset)},
		),
	}
	if f.session == "" {
		return session.NewMemory(header), nil
	}
	store, err := jsonl.Create(f.session, header, nil)
	switch {
	case session.CodeOf(err) == session.CodeExists:
		return nil, unusable(fmt.Errorf("%w: go on with it by --resume, or name another", err))
	case err != nil:
		return nil, unusable(err)
	}
	return store, nil
}

// repaired says in one line what was mended.
func repaired(r session.Recovery) string {
	return fmt.Sprintf("the session was interrupted and is repaired: turn %d closed, %d calls with "+
		"unknown outcome, %d not started, %d bytes cut off",
		r.Turn, len(r.OutcomeUnknown), len(r.NotStarted), r.CutBytes)
}
