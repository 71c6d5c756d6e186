package event_test

import (
	"fmt"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

func BenchmarkWaterfall(b *testing.B) {
	for _, listeners := range []int{0, 1, 4, 16} {
		b.Run(fmt.Sprintf("listeners=%d", listeners), func(b *testing.B) {
			s := root(b)
			k := keyed(b, s, "agent", nil).Key()
			var w work
			for range listeners {
				must(b, w.On(s, handOn))
			}
			benchDispatch(b, &w, k)
		})
	}
}

func BenchmarkWaterfallForeign(b *testing.B) {
	for _, foreign := range []int{0, 1000} {
		b.Run(fmt.Sprintf("foreign=%d", foreign), func(b *testing.B) {
			s := root(b)
			k := keyed(b, s, "agent", nil).Key()
			var w work
			for range 4 {
				must(b, w.On(s, handOn))
			}
			for range foreign {
				must(b, w.On(keyed(b, s, "other", nil), handOn))
			}
			benchDispatch(b, &w, k)
		})
	}
}

func benchDispatch(b *testing.B, w *work, k *scope.Key) {
	ctx, in := b.Context(), &payload{}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := w.Dispatch(ctx, k, in, same); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNotice(b *testing.B) {
	for _, listeners := range []int{0, 1, 16} {
		b.Run(fmt.Sprintf("listeners=%d", listeners), func(b *testing.B) {
			s := root(b)
			var n event.Notice[*payload]
			for range listeners {
				must(b, n.On(s, hear))
			}
			ctx, in := b.Context(), &payload{}
			b.ReportAllocs()
			for b.Loop() {
				n.Emit(ctx, nil, in)
			}
		})
	}
}

// BenchmarkAdmission dispatches right after a change of the list, which is what a
// registration by somebody else costs a key once.
func BenchmarkAdmission(b *testing.B) {
	s := root(b)
	k := keyed(b, s, "agent", nil).Key()
	var w work
	for range 1000 {
		must(b, w.On(keyed(b, s, "other", nil), handOn))
	}
	binding, err := keyed(b, s, "moving", nil).Binding()
	must(b, err)
	ctx, in := b.Context(), &payload{}
	b.ReportAllocs()
	for b.Loop() {
		must(b, binding.Rebind(nil)) // outdates every view
		_, _ = w.Dispatch(ctx, k, in, same)
	}
}

// BenchmarkListen opens a plugin with one listener and closes it again.
func BenchmarkListen(b *testing.B) {
	for _, present := range []int{0, 1000} {
		b.Run(fmt.Sprintf("present=%d", present), func(b *testing.B) {
			s := root(b)
			var w work
			for range present {
				must(b, w.On(s, handOn))
			}
			b.ReportAllocs()
			for b.Loop() {
				plugin := child(b, s, "plugin")
				must(b, w.On(plugin, handOn))
				must(b, plugin.Close(b.Context()))
			}
		})
	}
}

// BenchmarkAgentWorld opens and closes what one agent costs: a key with ten
// plugins, each with one listener and one effect.
func BenchmarkAgentWorld(b *testing.B) {
	s := root(b)
	var w work
	var n event.Notice[*payload]
	b.ReportAllocs()
	for b.Loop() {
		agent := keyed(b, s, "agent", nil)
		for range 10 {
			plugin := child(b, agent, "plugin")
			must(b, w.On(plugin, handOn))
			must(b, n.On(plugin, hear))
		}
		must(b, agent.Close(b.Context()))
	}
}
