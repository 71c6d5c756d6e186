package cli

import (
	"io"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

// sessionSummary is what session show --json prints.
type sessionSummary struct {
	ID      string           `json:"id"`
	Version int              `json:"version"`
	Created time.Time        `json:"created"`
	Meta    *jsonvalue.Value `json:"meta,omitzero"`
	Events  int              `json:"events"`
	Turns   []turnSummary    `json:"turns"`
	// Messages are what a model would see.
	Messages []llm.Message `json:"messages"`
}

// turnSummary is one turn. Without a reason it is open: an agent works on it, or
// did when it crashed.
type turnSummary struct {
	Turn   int               `json:"turn"`
	Steps  int               `json:"steps"`
	Reason session.EndReason `json:"reason,omitzero"`
	Cause  string            `json:"cause,omitzero"`
}

func writeSummary(w io.Writer, h session.History) error {
	s := sessionSummary{
		ID: h.Header.ID, Version: h.Header.Version, Created: h.Header.Created,
		Meta: present(h.Header.Meta), Events: len(h.Events), Turns: []turnSummary{},
		Messages: h.Messages(),
	}
	if s.Messages == nil {
		s.Messages = []llm.Message{}
	}
	for _, e := range h.Events {
		if err := s.count(e); err != nil {
			return err
		}
	}
	return writeJSON(w, s)
}

func (s *sessionSummary) count(e session.Event) error {
	if e.Type == session.TypeTurnStart {
		var start session.TurnStart
		if err := e.Decode(&start); err != nil {
			return err
		}
		s.Turns = append(s.Turns, turnSummary{Turn: start.Turn})
		return nil
	}
	if len(s.Turns) == 0 {
		return nil
	}
	turn := &s.Turns[len(s.Turns)-1]
	switch e.Type {
	case session.TypeStepStart:
		turn.Steps++
	case session.TypeTurnEnd:
		var end session.TurnEnd
		if err := e.Decode(&end); err != nil {
			return err
		}
		turn.Reason, turn.Cause = end.Reason, end.Cause
	}
	return nil
}

// repairSummary is what session repair --json prints.
type repairSummary struct {
	Repaired bool   `json:"repaired"`
	Damage   string `json:"damage,omitzero"`
	Backup   string `json:"backup,omitzero"`
	CutBytes int64  `json:"cutBytes"`
	CutLines int    `json:"cutLines"`
	// Turn is the turn that was closed, 0 for none.
	Turn int `json:"turn"`
	// OutcomeUnknown and NotStarted are ids of calls that got a result.
	OutcomeUnknown []string `json:"outcomeUnknown"`
	NotStarted     []string `json:"notStarted"`
	Events         int64    `json:"events"`
}

func writeRepair(w io.Writer, r jsonl.Report) error {
	s := repairSummary{
		Repaired: r.Damage != nil || r.Recovery.Repaired(), Backup: r.Backup,
		CutBytes: r.Recovery.CutBytes, CutLines: r.Recovery.CutLines, Turn: r.Recovery.Turn,
		OutcomeUnknown: append([]string{}, r.Recovery.OutcomeUnknown...),
		NotStarted:     append([]string{}, r.Recovery.NotStarted...), Events: r.Events,
	}
	if r.Damage != nil {
		s.Damage = r.Damage.Error()
	}
	return writeJSON(w, s)
}
