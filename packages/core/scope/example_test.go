package scope_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
)

func Example() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	plugin, _ := root.Child("plugin")      // what it registers is global
	agent, _ := root.Keyed("agent:7", nil) // what it registers is its own
	var shell scope.Slot[string]
	_, _ = shell.Provide(plugin, "bash")
	_, _ = shell.Provide(agent, "sandboxed bash")
	inside, _ := shell.Nearest(agent.Key())
	_ = agent.Close(ctx)
	outside, _ := shell.Nearest(agent.Key())
	_ = root.Close(ctx) // undoes everything, last-first, and waits
	fmt.Println(inside, "/", outside)
	// Output: sandboxed bash / bash
}

func ExampleScope_Close() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	say := func(line string) scope.Undo {
		return func(context.Context) error {
			fmt.Println(line)
			return nil
		}
	}
	_, _ = root.Defer("database", say("close the database"))
	worker, _ := root.Child("worker")
	_ = worker.Go("loop", func(ctx context.Context) {
		<-ctx.Done()
		fmt.Println("the loop ends")
	})
	_, _ = worker.Defer("bad", func(context.Context) error { return errors.New("disk full") })
	fmt.Println(root.Close(ctx))
	// Output:
	// the loop ends
	// close the database
	// scope "app/worker/bad": disk full
}

func ExampleScope_Defer() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	undo, _ := root.Defer("temporary directory", func(context.Context) error {
		fmt.Println("removed")
		return nil
	})
	_ = undo(ctx) // early
	_ = undo(ctx) // nothing happens
	_ = root.Close(ctx)
	// Output: removed
}

func ExampleScope_Status() {
	root := scope.NewRoot("app")
	agent, _ := root.Keyed("agent:7", nil)
	_ = agent.Go("loop", func(ctx context.Context) { <-ctx.Done() })
	fmt.Print(root.Status())
	_ = root.Close(context.Background())
	// Output:
	// app (open)
	//   agent:7 (open)
	//     - goroutine loop (running)
}

func ExampleBinding_Rebind() {
	root := scope.NewRoot("app")
	defer root.Close(context.Background())
	coder, _ := root.Keyed("preset:coder", nil)
	writer, _ := root.Keyed("preset:writer", nil)
	session, _ := root.Keyed("session", coder.Key())
	binding, _ := session.Binding()

	fmt.Println(binding.Rebind(writer.Key()), session.Key().Parent().Label())
	binding.Seal() // the session is no longer blank
	fmt.Println(binding.Rebind(coder.Key()))
	// Output:
	// <nil> preset:writer
	// scope "session" has handed out its binding, or sealed it
}

// A registry of words: one layer for each key, a cached view for readers.
type registry struct {
	layers scope.Layers[scope.Named[string]]
	views  scope.Cache[map[string]string]
}

func (r *registry) add(ctx context.Context, s *scope.Scope, name, text string) error {
	_, err := r.layers.Edit(ctx, s, "word "+name,
		func(l *scope.Named[string]) (revert func(), empty func() bool, err error) {
			remove, ok := l.Add(name, text)
			if !ok {
				return nil, nil, fmt.Errorf("word %q is there already", name)
			}
			return remove, func() bool { return l.Len() == 0 }, nil
		}, nil)
	return err
}

func (r *registry) view(k *scope.Key) map[string]string {
	return r.views.Get(k, r.layers.Generation(), func(k *scope.Key) map[string]string {
		merged := map[string]string{}
		for layer := range r.layers.Chain(k) { // nearer layers come later and win
			for name, text := range layer.All() {
				merged[name] = text
			}
		}
		return merged
	})
}

func ExampleLayers() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	agent, _ := root.Keyed("agent", nil)
	var words registry
	fmt.Println(words.add(ctx, root, "greeting", "hello"))
	fmt.Println(words.add(ctx, agent, "greeting", "hi"))
	fmt.Println(words.add(ctx, agent, "greeting", "hey"))
	fmt.Println(words.view(nil), words.view(agent.Key()))
	_ = agent.Close(ctx)
	fmt.Println(words.view(agent.Key()), words.layers.Len())
	// Output:
	// <nil>
	// <nil>
	// word "greeting" is there already
	// map[greeting:hello] map[greeting:hi]
	// map[greeting:hello] 0
}

func ExampleSlot() {
	ctx := context.Background()
	root := scope.NewRoot("app")
	defer root.Close(ctx)
	var executor scope.Slot[string]
	undo, _ := executor.Provide(root, "native")
	_, err := executor.Provide(root, "ptc")
	fmt.Println(err)
	_ = undo(ctx)
	_, found := executor.Nearest(nil)
	fmt.Println(found)
	// Output:
	// scope "global" holds a value already; undo the first or provide it in a scope of its own
	// false
}

func ExampleList() {
	var guards scope.List[string]
	guards.Add("one")
	remove := guards.Add("two")
	for guard := range guards.All() {
		fmt.Println(guard)
		if guard == "one" {
			remove()
			guards.Add("three") // reached by this walk
		}
	}
	// Output:
	// one
	// three
}
