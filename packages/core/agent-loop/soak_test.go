package agentloop_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/agent"
	agentloop "github.com/dsh-go/dsh/packages/core/agent-loop"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
	"github.com/dsh-go/dsh/packages/core/session"
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
	one := func(i, steps int) {
		id := fmt.Sprintf("soak-%d", i)
		log, _, err := session.Open(t.Context(), session.NewMemory(session.Header{ID: id}), session.Options{})
		must(t, err)
		a, err := w.agents.Create(t.Context(), agent.Spec{ID: id, Scope: w.Root, Parent: preset.Key(), Log: log})
		must(t, err)
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
	one(-1, 2) // what is made once is made before the memory is measured
	before := heap()
	var wg sync.WaitGroup
	for i := range agents {
		wg.Go(func() { one(i, steps) })
	}
	wg.Wait()
	if n := len(w.agents.All()); n != 1 {
		t.Errorf("%d agents are left", n-1)
	}
	if after := heap(); after > before+before/10+1<<20 {
		t.Errorf("memory went from %d to %d KiB", before>>10, after>>10)
	}
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

// checkRecords holds that every call of every answer has one record and one
// result.
func checkRecords(t *testing.T, log *session.Log) {
	must(t, llm.CheckHistory(log.Messages()))
	asked, called, settled := 0, 0, 0
	for _, e := range log.History().Events {
		switch e.Type {
		case session.TypeAssistantMessage:
			var m session.AssistantMessage
			must(t, e.Decode(&m))
			asked += len(m.Message.ToolCalls)
		case session.TypeToolCall:
			called++
		case session.TypeToolResult:
			settled++
		}
	}
	if called != asked || settled != asked || asked == 0 {
		t.Errorf("%d calls, %d records, %d results", asked, called, settled)
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
