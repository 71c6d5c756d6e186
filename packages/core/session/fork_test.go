package session_test

import (
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
)

func TestEveryForkOpens(t *testing.T) {
	log := memoryLog(t)
	conversation(t, log)
	h := log.History()
	for n := range int64(len(h.Events)) + 1 {
		head, events, err := h.Fork("f", n, epoch)
		if err != nil {
			t.Fatal(err)
		}
		store := session.NewMemory(head)
		if err := store.Write(t.Context(), events); err != nil {
			t.Fatal(err)
		}
		fork := openLog(t, store, fixed())
		if err := llm.CheckHistory(fork.Messages()); err != nil {
			t.Errorf("fork at %d: %v", n, err)
		}
		parent := fork.Header().Parent
		if parent == nil || parent.ID != "s" || parent.Seq != n {
			t.Errorf("fork at %d names %+v as its origin", n, parent)
		}
		var seed session.EndSeed
		if err := fork.History().Events[n].Decode(&seed); err != nil || seed.Seq != n {
			t.Errorf("fork at %d marks %+v (%v)", n, seed, err)
		}
	}
	if got := log.Len(); got != int64(len(h.Events)) {
		t.Errorf("forking changed the log: %d events", got)
	}
}

func TestRefusedForks(t *testing.T) {
	log := memoryLog(t)
	openStep(t, log)
	h := log.History()
	_, _, err := h.Fork("f", 4, epoch)
	wantCode(t, err, session.CodeRange)
	_, _, err = h.Fork("f", -1, epoch)
	wantCode(t, err, session.CodeRange)
	_, _, err = h.Fork("s", 1, epoch)
	wantCode(t, err, session.CodeIdentity)
	_, _, err = h.Fork("", 1, epoch)
	wantCode(t, err, session.CodeIdentity)
}
