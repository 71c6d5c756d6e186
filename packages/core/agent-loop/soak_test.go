package agentloop_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"
	"weak"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
	native "github.com/dsh-go/dsh/packages/core/tool-executor-native"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
)

// errRun is what the failing tool fails with.
var errRun = errors.New("it failed")

// soakTools sleep, fail, panic, and hang until they are cancelled.
func soakTools(w *world) {
	w.Register(testkit.SafeTool("naps", func(ctx context.Context, _ *tools.Exec) (any, error) {
		select {
		case <-time.After(time.Microsecond):
		case <-ctx.Done():
		}
		return "rested", nil
	}))
	w.Register(testkit.Failing("fails", errRun))
	w.Register(testkit.Panicking("panics", "a bug"))
	w.Register(testkit.SafeTool("hangs", func(ctx context.Context, _ *tools.Exec) (any, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}))
	w.Register(testkit.Tool("waits", func(ctx context.Context, _ *tools.Exec) (any, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}))
}

// soakScript is a conversation of so many steps, each with two of the tools.
func soakScript(steps int) *scripted.Script {
	names := []string{"naps", "fails", "panics", "hangs", "nope"}
	s := &scripted.Script{Version: 1, Name: "soak"}
	for i := range steps {
		s.Turns = append(s.Turns, scripted.Turn{Respond: &scripted.Respond{Text: "On.", ToolCalls: []scripted.Call{
			{Name: names[i%len(names)]}, {Name: names[(i+1)%len(names)]},
		}}})
	}
	return s
}

// Many agents at once, many steps each, with everything that tools may do: nobody
// is left behind, every call has one record and one result, and the memory goes
// back to where it was.
func TestSoak(t *testing.T) {
	agents, steps := 200, 50
	if raceEnabled {
		agents, steps = 50, 10
	}
	w := newWorld(t, scripted.NewPlayer(soakScript(steps), 0), agentloop.Config{})
	soakTools(w)
	// The kit's executor keeps its batches for tests to look at; this one does not.
	preset, err := w.Root.Keyed("preset", nil)
	must(t, err)
	must(t, native.Mount(preset, w.Registry, native.Config{}))
	var scopes scopeWatch
	one := func(i, steps int) {
		id := fmt.Sprintf("soak-%d", i)
		log, _, err := session.Open(t.Context(), soakStore(t, i, id), session.Options{})
		must(t, err)
		a, err := w.agents.Create(t.Context(), agent.Spec{ID: id, Scope: w.Root, Parent: preset.Key(), Log: log})
		must(t, err)
		scopes.watch(a.Scope())
		loop, err := agentloop.New(a, w.services, agentloop.Config{MaxSteps: steps})
		must(t, err)
		must(t, a.Inbox().Post(llm.UserMessage("go")))
		o, err := loop.Turn(t.Context())
		if err != nil || o.Reason != session.EndMaxSteps || o.Steps != steps {
			t.Errorf("agent %d: %+v, %v", i, o, err)
		}
		cancelled(t, w, a, log)
		checkRecords(t, log)
		must(t, a.Close(t.Context()))
		must(t, log.Close(t.Context()))
	}
	all := func(from, steps int) {
		var wg sync.WaitGroup
		for i := range agents {
			wg.Go(func() { one(from+i, steps) })
		}
		wg.Wait()
	}
	// What the process makes once and keeps, the descriptors of as many goroutines
	// for one, is made before the memory is measured.
	all(agents, min(20, steps))
	listening, files := listeners(w), openFiles()
	bounded(t, func(round int) { all((round+2)*agents, steps) })
	if n := len(w.agents.All()); n != 1 {
		t.Errorf("%d agents are left", n-1)
	}
	if n := scopes.alive(); n > 1 { // the one that the kit's own agent has is not watched
		t.Errorf("%d scopes of agents are still held", n)
	}
	if n := listeners(w); n != listening {
		t.Errorf("%d listeners became %d", listening, n)
	}
	if n := openFiles(); n != files {
		t.Errorf("%d open files became %d", files, n)
	}
}

// bounded demands that a round of work leaves the memory within a tenth of what it
// was. How many descriptors of goroutines the process keeps for ever depends on the
// schedule, so a growth is held against the work only if it comes with every round.
func bounded(t *testing.T, work func(round int)) {
	t.Helper()
	before := heap()
	for round := range 3 {
		work(round)
		after := heap()
		t.Logf("memory went from %d to %d KiB", before>>10, after>>10)
		if after <= before+before/10 {
			return
		}
		before = after
	}
	t.Error("memory grows with every round")
}

// soakStore keeps the log of every tenth agent in a file, the others in memory.
func soakStore(t *testing.T, i int, id string) session.Store {
	if i%10 != 0 {
		return session.NewMemory(session.Header{ID: id})
	}
	store, err := jsonl.OpenOrCreate(filepath.Join(t.TempDir(), "log"), session.Header{ID: id, Created: time.Now()})
	must(t, err)
	return store
}

// scopeWatch tells which scopes somebody still holds.
type scopeWatch struct {
	mu   sync.Mutex
	list []weak.Pointer[scope.Scope]
}

func (w *scopeWatch) watch(s *scope.Scope) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.list = append(w.list, weak.Make(s))
}

func (w *scopeWatch) alive() int {
	heap() // collects
	n := 0
	for _, s := range w.list {
		if s.Value() != nil {
			n++
		}
	}
	return n
}

// listeners counts those of the registry's and the agents' events.
func listeners(w *world) int {
	r, a := &w.Registry.Events, &w.agents.Events
	return r.PreExecute.Len() + r.Execute.Len() + r.PostExecute.Len() + r.Result.Len() + r.Progress.Len() +
		r.Change.Len() + a.Created.Len() + a.Closed.Len() + a.PreStep.Len() + a.TurnEnd.Len()
}

// openFiles counts the files that the process has open, where the system tells.
func openFiles() int {
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(list)
}

// cancelled takes one more turn, which hangs until it is cancelled.
func cancelled(t *testing.T, w *world, a *agent.Agent, log *session.Log) {
	services := w.services
	services.Model = scripted.NewPlayer(&scripted.Script{
		Version: 1, Name: "waits", Then: scripted.ThenRepeat,
		Turns: []scripted.Turn{{Respond: &scripted.Respond{ToolCalls: []scripted.Call{{Name: "waits"}, {Name: "naps"}}}}},
	}, 0)
	loop, err := agentloop.New(a, services, agentloop.Config{})
	must(t, err)
	stop := log.Observe(func(_ context.Context, e session.Event) {
		if e.Type == session.TypeToolCall {
			loop.Cancel(errRun)
		}
	})
	defer stop()
	must(t, a.Inbox().Post(llm.UserMessage("go")))
	if o, err := loop.Turn(t.Context()); err != nil || o.Reason != session.EndAborted {
		t.Errorf("%s: %+v, %v", a.ID(), o, err)
	}
}

// checkRecords holds that every call of every answer has exactly one record and
// exactly one result, which cites it.
func checkRecords(t *testing.T, log *session.Log) {
	must(t, llm.CheckHistory(log.Messages()))
	var asked int
	records, results := map[string]int{}, map[int64]int{}
	for _, e := range log.History().Events {
		switch e.Type {
		case session.TypeAssistantMessage:
			var m session.AssistantMessage
			must(t, e.Decode(&m))
			for _, c := range m.Message.ToolCalls {
				records[fmt.Sprint(m.Turn, m.Step, c.ID)] = 0
				asked++
			}
		case session.TypeToolCall:
			var c session.ToolCall
			must(t, e.Decode(&c))
			records[fmt.Sprint(c.Turn, c.Step, c.CallID)]++
			results[e.Seq] = 0
		case session.TypeToolResult:
			results[e.Sources[0]]++
		}
	}
	if asked == 0 || len(records) != asked || len(results) != asked {
		t.Errorf("%d calls, %d records, %d results", asked, len(records), len(results))
	}
	for call, n := range records {
		if n != 1 {
			t.Errorf("call %s has %d records", call, n)
		}
	}
	for seq, n := range results {
		if n != 1 {
			t.Errorf("the call of event %d has %d results", seq, n)
		}
	}
}

// heap is what is in use when everything that can be collected is.
func heap() uint64 {
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
