package session

import (
	"fmt"
	"slices"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// History is what a log held at one moment. It shares the log's events and never changes; it is
// safe for concurrent use, and for use after the log was closed.
type History struct {
	// Header identifies the log.
	Header Header
	// Events are the entries in order, Events[i] with sequence number i. They must not be modified.
	Events []Event

	surface surface
}

// NewHistory checks that events form a log and returns its history. It is how a log is looked at
// without being opened: nothing is repaired, and types that nobody declared are let through.
func NewHistory(header Header, events []Event) (History, error) {
	if err := header.check(); err != nil {
		return History{}, err
	}
	var h history
	for _, e := range events {
		if err := h.take(e, nil); err != nil {
			return History{}, err
		}
	}
	return h.snapshot(header), nil
}

// Messages derives what a model is to see: the surface in order, without empty messages and empty
// blocks (§19). Between turns every call among them has exactly one result, right behind the
// response that made it. The caller owns the slice, not what the messages point to.
func (h History) Messages() []llm.Message { return h.surface.messages() }

// Fork returns the header and the events of a new session that begins with the first n events of h,
// followed by a session/end-seed event. Give both to a store that keeps them at once, and open
// that: a turn that was open at n is closed there like one that a crash left open.
func (h History) Fork(id string, n int64, now time.Time) (Header, []Event, error) {
	if n < 0 || n > int64(len(h.Events)) {
		return Header{}, nil, fail(CodeRange, fmt.Sprintf(
			"cannot fork at %d: the log has %d events", n, len(h.Events)))
	}
	if id == "" || id == h.Header.ID {
		return Header{}, nil, fail(CodeIdentity, "a fork needs a session id of its own")
	}
	now = now.UTC().Truncate(time.Millisecond)
	data, err := marshal(EndSeed{Session: h.Header.ID, Seq: n})
	if err != nil {
		return Header{}, nil, err
	}
	header := Header{
		ID: id, Version: FormatVersion, Created: now,
		Parent: &Parent{ID: h.Header.ID, Seq: n}, Meta: h.Header.Meta,
	}
	seed := Event{Seq: n, Time: now, Type: TypeEndSeed, Data: data}
	return header, append(slices.Clone(h.Events[:n]), seed), nil
}

// history is the growing form: the events and what follows from them.
type history struct {
	events   []Event
	progress progress
	surface  surface
}

// load takes in what a store gave back, and with it the slice.
func (h *history) load(events []Event, catalog *Catalog) error {
	h.events = events[:0]
	for _, e := range events {
		if known, _ := catalog.lookup(e.Type); !known && !e.Ignorable {
			return atEvent(e.Seq, unknownType(e.Type))
		}
		if err := h.take(e, nil); err != nil {
			return err
		}
	}
	return nil
}

// take checks e against everything before it and, when it fits, adds it. A refused event changes
// nothing. Typed is the value that the event's data was made of, nil when it is not at hand.
func (h *history) take(e Event, typed any) error {
	if e.Seq != int64(len(h.events)) {
		return atEvent(e.Seq, fail(CodeCorrupt, fmt.Sprintf("event %d is missing", len(h.events))))
	}
	if err := checkSources(e); err != nil {
		return err
	}
	m, err := decodeMessage(e, typed)
	if err != nil {
		return err
	}
	at, err := h.surface.place(e, m)
	if err != nil {
		return err
	}
	if err := h.progress.apply(e, m, typed); err != nil {
		return err
	}
	h.surface.put(e, m, at)
	h.events = append(roomy(h.events), e)
	return nil
}

// roomy returns list with room for one more. It doubles a full list, where append grows a long one
// by a quarter and so copies it five times over on the way to its length instead of twice.
func roomy[E any](list []E) []E {
	if len(list) < cap(list) {
		return list
	}
	return slices.Grow(list, max(len(list), 16))
}

func checkSources(e Event) error {
	for _, source := range e.Sources {
		if source < 0 || source >= e.Seq {
			return atEvent(e.Seq, fail(CodeRange, fmt.Sprintf(
				"the event cites %d, which is not before it", source)))
		}
	}
	return nil
}

// snapshot returns the history of this moment. Both slices only ever grow or are replaced, so their
// clipped headers stay as they are.
func (h *history) snapshot(header Header) History {
	return History{Header: header, Events: slices.Clip(h.events), surface: h.surface.snapshot()}
}
