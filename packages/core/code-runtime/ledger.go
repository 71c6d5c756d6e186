package coderuntime

import "fmt"

// Ledger bounds what one run may put out (P97-P103): the JSON bytes of its
// log plus those of its completion value or failure message. A provider keeps
// one on the host for each run, where the program cannot reach it (T12). It
// is not safe for concurrent use.
type Ledger struct {
	limit int64
	used  int64 // bytes of the log array so far, brackets and commas included
	logs  []string
	over  bool
}

// NewLedger gives the ledger of one run. The limit is at least 4 (P102).
func NewLedger(limit int64) *Ledger {
	return &Ledger{limit: max(limit, minOutput), used: 2, logs: []string{}}
}

// Log captures one entry. It reports false when the entry does not fit: the
// run is then over, its outcome is output-limit whatever it does next (P100),
// and every later entry is dropped. The text may hold lone surrogates as
// three bytes; they are kept as U+FFFD.
func (l *Ledger) Log(entry string) bool {
	if l.over {
		return false
	}
	cost := l.entryCost(StringBytes(entry))
	if l.used+cost > l.limit {
		l.over = true
		l.logs = append(l.logs, StringPrefix(entry, l.limit))
		return false
	}
	l.used += cost
	l.logs = append(l.logs, sanitize(entry))
	return true
}

// Note captures an entry of the provider itself. One that does not fit is
// dropped without ending the run.
func (l *Ledger) Note(entry string) {
	if !l.over && l.used+l.entryCost(StringBytes(entry)) <= l.limit {
		l.Log(entry)
	}
}

// Room is the largest JSON text, in bytes, that still fits as the completion;
// a provider need not copy a longer one (P101).
func (l *Ledger) Room() int64 { return max(l.limit-l.used, 0) }

// Over reports whether an entry did not fit.
func (l *Ledger) Over() bool { return l.over }

// Value closes the ledger with a completion value as compact JSON text, empty
// for undefined, which costs nothing.
func (l *Ledger) Value(text string) Result {
	if l.over || l.used+int64(len(text)) > l.limit {
		return l.Overflow()
	}
	return Result{Logs: l.logs, Value: text}
}

// Fail closes the ledger with a failure. A message that does not fit makes it
// output-limit, whatever the kind was (P33).
func (l *Ledger) Fail(kind Kind, message string) Result {
	message = sanitize(message)
	if l.over || l.used+StringBytes(message) > l.limit {
		return l.Overflow()
	}
	return Result{Logs: l.logs, Failure: &Failure{Kind: kind, Message: message}}
}

// Overflow closes the ledger with kind output-limit: the message names the
// limit and is cut when even it does not fit; the log is the longest prefix
// that fits beside it, whole entries first (P99).
func (l *Ledger) Overflow() Result {
	message := StringPrefix(fmt.Sprintf("logs and result exceed the output limit of %d bytes: "+
		"print or return less", l.limit), l.limit-2)
	room := l.limit - StringBytes(message)
	used := int64(2)
	kept := []string{}
	for _, entry := range l.logs {
		comma := int64(min(len(kept), 1))
		cost := comma + StringBytes(entry)
		if used+cost <= room {
			used += cost
			kept = append(kept, sanitize(entry))
			continue
		}
		prefix := StringPrefix(entry, room-used-comma)
		if prefix != "" {
			kept = append(kept, sanitize(prefix))
		}
		break
	}
	return Result{Logs: kept, Failure: &Failure{Kind: KindOutputLimit, Message: message}}
}

func (l *Ledger) entryCost(bytes int64) int64 {
	if len(l.logs) > 0 {
		bytes++
	}
	return bytes
}

// Extend adds text to the message of a failure of this ledger, when it fits.
func (l *Ledger) Extend(r Result, text string) Result {
	if r.Failure == nil || r.Failure.Kind == KindOutputLimit {
		return r
	}
	message := r.Failure.Message + sanitize(text)
	if l.used+StringBytes(message) <= l.limit {
		r.Failure = &Failure{Kind: r.Failure.Kind, Message: message}
	}
	return r
}

// Last is the latest entry, as it was kept; "" when there is none.
func (l *Ledger) Last() string {
	if len(l.logs) == 0 {
		return ""
	}
	return l.logs[len(l.logs)-1]
}
