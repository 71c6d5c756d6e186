package spill_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/testkit"
)

// fakeStore answers as it is told and keeps what it got.
type fakeStore struct {
	reply spill.Saved
	err   error
	panic bool

	mu    sync.Mutex
	texts []spill.Text
}

func (f *fakeStore) SaveText(_ context.Context, t spill.Text) (spill.Saved, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.texts = append(f.texts, t)
	if f.panic {
		panic("the disk is on fire")
	}
	return f.reply, f.err
}

var fileReply = spill.Saved{Locator: "/spill/r.txt", RetrievalHint: "Read it."}

// world is a registry with the policy and a tool that shows what it is told to.
type world struct {
	*testkit.Kit
	agent  *tools.Agent
	store  *fakeStore
	policy *spill.Policy
	log    bytes.Buffer
}

func newWorld(t *testing.T, c spill.Config, stores ...*fakeStore) *world {
	t.Helper()
	w := &world{Kit: testkit.New(t)}
	w.agent, _ = w.Kit.Agent("sess-1", nil)
	mounted := new(spill.Stores)
	for _, s := range stores {
		w.store = s
		if _, err := mounted.Provide(w.Root, spill.Store(s)); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	w.policy, err = spill.New(mounted, c, slog.New(slog.NewTextHandler(&w.log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) install() {
	w.Helper()
	if err := w.policy.Install(w.Root, w.Registry); err != nil {
		w.Fatal(err)
	}
}

func (w *world) warned() bool { return strings.Contains(w.log.String(), "level=WARN") }

// shows registers a tool whose content is as given; a nil text block is an error.
func (w *world) shows(name string, content llm.Content) {
	w.Helper()
	d, err := testkit.Content(name, content)
	if err != nil {
		w.Fatal(err)
	}
	w.Register(d)
}

func (w *world) call(name string) *tools.Result {
	return w.Run(w.Context(), &tools.Batch{Agent: w.agent, Calls: testkit.Calls(name)}).Outcomes[0].Result
}

func limit(n int) spill.Config { return spill.Config{MaxInlineBytes: &n} }

var errStore = errors.New("disk full")
