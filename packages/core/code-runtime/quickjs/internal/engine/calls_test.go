package engine_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// answering settles each call, in its own way.
type answering struct {
	transcript
	open []uint32
}

func (e *answering) Call(id uint32, _, _ int, _ string) error {
	e.open = append(e.open, id)
	return nil
}

// TestCallsLeaveNothing: what the engine has allocated does not depend on how many
// calls there were, whatever their arguments and outcomes.
func TestCallsLeaveNothing(t *testing.T) {
	t.Parallel()
	m := open(t, guest.Options{})
	arguments := []string{"{}", "{ a: 'x' + i }", "{ a: 1, b: true, c: null, d: i / 7 }", "1", "'text' + i",
		"{ a: [i] }", "{ a: { b: i } }", "{ get a() { return i } }", "{ [Symbol.iterator]: i }",
		"{ ['name' + i]: i }", "{ a: undefined }", "Object.create(null)", "new Proxy({ a: i }, {})",
		"{ a: 'x'.repeat(20000) + i }", "{ a: 1n, b: 'z' + i }"}
	outcomes := []struct {
		how  engine.Settlement
		text string
	}{
		{engine.SettleString, "ok"}, {engine.SettleJSON, "[1,{\"a\":\"b\"}]"}, {engine.SettleReject, "no"},
		{engine.SettleJSON, "\"" + strings.Repeat("y", 20000) + "\""}, {engine.SettleJSON, "1.5"},
		{engine.SettleDeep, strings.Repeat("[", 50) + strings.Repeat("]", 50)},
	}
	for _, argument := range arguments {
		events := &answering{}
		meter := free()
		meter.Enter()
		w, err := m.Start(t.Context(), engine.Params{Meter: meter, Sources: m.Sources(), Events: events, Memory: 64 << 20})
		if err != nil {
			t.Fatal(err)
		}
		program := "for (let i = 0; i < 2000; i++) { try { await tools.a(" + argument + ") } catch {} }"
		if err := w.Run("({async m(){"+program+"\n}}).m", "program.ts", setup); err != nil {
			t.Fatal(err)
		}
		var early uint32
		calls := 0
		for !events.done {
			if err := w.Turn(func() bool { return events.done }); err != nil {
				t.Fatal(argument, err)
			}
			now := events.open
			events.open = nil
			for _, id := range now {
				o := outcomes[calls%len(outcomes)]
				if err := w.Settle(id, o.how, o.text); err != nil {
					t.Fatal(argument, err)
				}
				if calls++; calls == 600 {
					early, _ = w.Allocated()
				}
			}
		}
		late, err := w.Allocated()
		if err != nil {
			t.Fatal(err)
		}
		if calls != 0 && late > early {
			t.Errorf("%s: %d bytes after 600 calls, %d after %d", argument, early, late, calls)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	}
}
