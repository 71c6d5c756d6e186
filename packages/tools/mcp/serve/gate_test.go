package serve

import (
	"context"
	"testing"
	"testing/synctest"
)

// Shared calls overlap up to the limit; an exclusive one waits for those before
// it and holds up those behind it.
func TestGate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := gate{limit: 2}
		order := make(chan string, 10)
		leaves := map[string]chan struct{}{}
		start := func(name string, shared bool) {
			leave := make(chan struct{})
			leaves[name] = leave
			go func() {
				done, err := g.enter(t.Context(), shared)
				if err != nil {
					order <- "!" + name
					return
				}
				order <- name
				<-leave
				done()
			}()
			synctest.Wait()
		}
		want := func(names ...string) {
			t.Helper()
			for _, n := range names {
				select {
				case got := <-order:
					if got != n {
						t.Errorf("got %s, want %s", got, n)
					}
				default:
					t.Errorf("%s has not passed", n)
				}
			}
			if len(order) > 0 {
				t.Errorf("%s passed too", <-order)
			}
		}
		end := func(name string) {
			close(leaves[name])
			synctest.Wait()
		}
		start("a", true)
		start("b", true)
		start("c", true)
		want("a", "b")
		end("a")
		want("c")
		start("x", false)
		start("d", true)
		want()
		end("b")
		end("c")
		want("x")
		end("x")
		want("d")
		end("d")

		start("y", false)
		want("y")
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error, 1)
		go func() {
			_, err := g.enter(ctx, true)
			failed <- err
		}()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if err := <-failed; err == nil {
			t.Error("a cancelled call passed")
		}
		end("y")
		start("z", false)
		want("z")
		end("z")
	})
}
