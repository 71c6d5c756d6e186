package jsonl

import (
	"context"
	"errors"

	"github.com/dsh-go/dsh/packages/core/session"
)

// Report says what Repair did.
type Report struct {
	// Recovery is what had to be mended to open the log. Its cut counts include those of Damage.
	Recovery session.Recovery
	// Damage is what was wrong in front of a finished turn, nil when nothing was. Everything from
	// there on was cut off.
	Damage error
	// Backup is a copy of the whole file as it was, made before such damage was cut off.
	Backup string
	// Events is how many events the log has now.
	Events int64
}

// Repair makes a log that can be opened again out of one that cannot: it cuts at the first line
// that is damaged or does not fit the lines before it, after copying the file to a new one beside
// it, and closes the turn that is open then. On a log that opens anyway it does what opening
// does. Options are those the log is opened with.
//
// A damaged header, a foreign format version and a locked log are beyond it; nothing is changed
// then.
func Repair(ctx context.Context, path string, options session.Options) (Report, error) {
	store, err := Open(path, "")
	if err != nil {
		return Report{}, err
	}
	report, err := store.cutDamage(ctx)
	if err != nil {
		return report, errors.Join(session.At(path, err), store.Close())
	}
	cut := report.Recovery
	log, recovery, err := session.Open(ctx, store, options)
	if err != nil {
		return report, err
	}
	report.Recovery, report.Events = recovery, log.Len()
	report.Recovery.CutBytes += cut.CutBytes
	report.Recovery.CutLines += cut.CutLines
	return report, log.Close(ctx)
}

// cutDamage removes what Load would refuse.
func (s *Store) cutDamage(ctx context.Context) (Report, error) {
	found, err := s.scan(ctx)
	if err != nil {
		return Report{}, err
	}
	good, misfit := session.GoodPrefix(found.events)
	damage := found.damage()
	if misfit != nil {
		damage = misfit
	}
	if damage == nil {
		return Report{}, nil
	}
	report := Report{Damage: session.At(s.path, damage)}
	if report.Backup, err = keepCopy(s.file, s.path, ".broken-*", 0); err != nil {
		return report, err
	}
	end := found.endOf(good)
	report.Recovery.CutBytes = found.size - end
	report.Recovery.CutLines = len(found.events) - good + found.badLines
	return report, s.cut(end)
}
