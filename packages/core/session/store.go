package session

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// FormatVersion is the version of the event format that this module reads and writes. A log of
// another version is refused with CodeVersion rather than read by guess.
const FormatVersion = 0

// Header identifies a log.
type Header struct {
	// ID names the session. It is never empty in a log that opens.
	ID string
	// Version is the format version.
	Version int
	// Created is when the log was made, in UTC, to the millisecond.
	Created time.Time
	// Parent is set when the log was forked from another.
	Parent *Parent
	// Meta holds what the creator wants to know again: working directory, preset, title. It is an
	// object or absent.
	Meta jsonvalue.Value
}

// Parent names the log and the position that a fork began from.
type Parent struct {
	// ID is the session that was forked.
	ID string
	// Seq is how many of its events the fork took over.
	Seq int64
}

// Store keeps one log's header and events on some medium. A Log calls its store from one goroutine
// at a time, Load before anything else and exactly once, Close last.
//
// Package sessiontest holds the conformance kit for implementations.
type Store interface {
	// Header returns what identifies the log. It may be called at any time.
	Header() Header
	// Load returns every event that the store holds, in order. Damage of the kind a crash leaves at
	// the end is repaired, on the medium too, and counted in Loaded; other damage is an error.
	Load(ctx context.Context) (Loaded, error)
	// Write keeps events, whose sequence numbers follow those already kept. When it returns nil
	// they survive a crash of the process and of the machine. After an error the store is not
	// used again.
	Write(ctx context.Context, events []Event) error
	// Close releases the medium, the writer's lock included. A second call does nothing.
	Close() error
}

// Loaded is what a store gave back.
type Loaded struct {
	// Events are the kept events. The caller owns the slice.
	Events []Event
	// CutBytes and CutLines say how much of a torn end was removed.
	CutBytes int64
	CutLines int
}

// Memory is a store that keeps events for as long as the process lives: for tests, for agents that
// nobody resumes, and as the model that other stores are compared with. The zero value is not
// usable; call NewMemory. It is safe for concurrent use.
type Memory struct {
	header Header

	mu     sync.Mutex
	events []Event
}

// NewMemory returns an empty store with the given header.
func NewMemory(header Header) *Memory { return &Memory{header: header} }

// Header returns what identifies the log.
func (m *Memory) Header() Header { return m.header }

// Load returns a copy of the kept events.
func (m *Memory) Load(context.Context) (Loaded, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return Loaded{Events: slices.Clone(m.events)}, nil
}

// Write keeps events. It checks that they follow the kept ones.
func (m *Memory) Write(_ context.Context, events []Event) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := Follows(int64(len(m.events)), events); err != nil {
		return err
	}
	m.events = append(m.events, events...)
	return nil
}

// Close does nothing: a log can be opened again on the same Memory.
func (m *Memory) Close() error { return nil }

// Follows checks that events are numbered from next without a gap. Stores call it before they
// write.
func Follows(next int64, events []Event) error {
	for i, e := range events {
		if e.Seq != next+int64(i) {
			return atEvent(e.Seq, fail(CodeRange, "the event does not follow the last kept one"))
		}
	}
	return nil
}

func (h Header) check() error {
	if h.Version != FormatVersion {
		return versionError(h.Version)
	}
	if h.ID == "" {
		return fail(CodeIdentity, "the log's header names no session")
	}
	return nil
}
