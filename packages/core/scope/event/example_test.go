package event_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
)

// DoorEvents are the events of a door.
type DoorEvents struct {
	// Greet makes the text of a greeting.
	Greet event.Waterfall[string, string] `event:"door/greet"`
	// Left tells that somebody left.
	Left event.Notice[string] `event:"door/left"`
	// Locking tells that the door is about to be locked; a failure prevents it.
	Locking event.Broadcast[struct{}] `event:"door/locking"`
	// Key asks who has a key of the given name.
	Key event.Serial[string, string] `event:"door/key"`
	// Alarm lets everybody get out, at the same time.
	Alarm event.Parallel[string] `event:"door/alarm"`
}

func newDoor() (*scope.Scope, *DoorEvents) {
	ev := &DoorEvents{}
	err := event.Init(ev, func(f event.Failure) { fmt.Println("reported:", f) })
	if err != nil {
		panic(err) // a mistake in the declaration above
	}
	return scope.NewRoot("house"), ev
}

func ExampleWaterfall() {
	ctx := context.Background()
	s, ev := newDoor()
	defer s.Close(ctx)
	_ = ev.Greet.On(s, func(
		ctx context.Context, name string, next event.Next[string, string],
	) (string, error) {
		text, err := next.Do(ctx)
		return text + "!", err
	})
	text, _ := ev.Greet.Dispatch(ctx, s.Key(), "Ada",
		func(_ context.Context, name string) (string, error) { return "Hello, " + name, nil })
	fmt.Println(text)
	// Output: Hello, Ada!
}

func ExampleNext_Do() {
	ctx := context.Background()
	s, ev := newDoor()
	defer s.Close(ctx)
	_ = ev.Greet.On(s, func(
		ctx context.Context, _ string, next event.Next[string, string],
	) (text string, err error) {
		for range 3 {
			if text, err = next.Do(ctx); err == nil {
				break
			}
			fmt.Println("again, because:", err)
		}
		return text, err
	}, event.Label("retry"))
	attempts := 0
	fmt.Println(ev.Greet.Dispatch(ctx, nil, "Ada", func(context.Context, string) (string, error) {
		if attempts++; attempts < 3 {
			panic("no voice")
		}
		return "Hello", nil
	}))
	// Output:
	// again, because: event door/greet: "final": panic: no voice
	// again, because: event door/greet: "final": panic: no voice
	// Hello <nil>
}

func ExampleWaterfall_Check() {
	ctx := context.Background()
	s, ev := newDoor()
	defer s.Close(ctx)
	ev.Greet.Check(func(text string) error {
		if text == "" {
			return errors.New("an empty greeting")
		}
		return nil
	})
	_ = ev.Greet.On(s, func(context.Context, string, event.Next[string, string]) (string, error) {
		return "", nil
	}, event.Label("shy"))
	_, err := ev.Greet.Dispatch(ctx, nil, "Ada", nil)
	fmt.Println(err)
	// Output: event door/greet: "shy": an empty greeting
}

func ExampleNotice() {
	ctx := context.Background()
	s, ev := newDoor()
	defer s.Close(ctx)
	kitchen, _ := s.Keyed("kitchen", nil)
	listen := func(s *scope.Scope, f func(name string) error, opts ...event.Option) {
		_ = ev.Left.On(s, func(_ context.Context, name string) error { return f(name) }, opts...)
	}
	listen(s, func(string) error { return errors.New("asleep") }, event.Label("dog"))
	listen(kitchen, func(name string) error { fmt.Println(name, "left the kitchen"); return nil })
	listen(s, func(name string) error { fmt.Println(name, "left"); return nil }, event.Front())

	ev.Left.Emit(ctx, kitchen.Key(), "Ada")
	ev.Left.Emit(ctx, nil, "Bob")
	// Output:
	// Ada left
	// reported: event door/left: "dog": asleep
	// Ada left the kitchen
	// Bob left
	// reported: event door/left: "dog": asleep
}

func ExampleBroadcast() {
	ctx := context.Background()
	s, ev := newDoor()
	defer s.Close(ctx)
	kitchen, _ := s.Keyed("kitchen", nil)
	_ = ev.Locking.On(kitchen, func(context.Context, struct{}) error {
		return errors.New("somebody is still in the kitchen")
	})
	fmt.Println(ev.Locking.Emit(ctx, struct{}{}))
	_ = kitchen.Close(ctx)
	fmt.Println(ev.Locking.Emit(ctx, struct{}{}))
	// Output:
	// somebody is still in the kitchen
	// <nil>
}

func ExampleSerial() {
	ctx := context.Background()
	s, ev := newDoor()
	defer s.Close(ctx)
	for _, who := range []string{"Ada", "Bob"} {
		_ = ev.Key.On(s, func(_ context.Context, key string) (string, bool, error) {
			return who, who == "Bob" && key == "cellar", nil
		})
	}
	fmt.Println(ev.Key.Dispatch(ctx, nil, "cellar"))
	fmt.Println(ev.Key.Dispatch(ctx, nil, "roof"))
	// Output:
	// Bob true <nil>
	//  false <nil>
}

func ExampleParallel() {
	ctx := context.Background()
	s, ev := newDoor()
	defer s.Close(ctx)
	for _, who := range []string{"Ada", "Bob", "Cid"} {
		_ = ev.Alarm.On(s, func(context.Context, string) error {
			if who == "Bob" {
				return nil
			}
			return errors.New(who + " did not hear")
		})
	}
	fmt.Println(ev.Alarm.Dispatch(ctx, nil, "fire"))
	// Output:
	// Ada did not hear
	// Cid did not hear
}

func ExampleObserve() {
	ctx := context.Background()
	s, ev := newDoor()
	defer s.Close(ctx)
	_ = event.Observe(s, ev, func(e event.Sighting) {
		fmt.Println(e.Event, e.Key.Label(), e.Input)
	})
	ev.Left.Emit(ctx, nil, "Ada")
	_, _ = ev.Greet.Dispatch(ctx, nil, "Bob",
		func(_ context.Context, name string) (string, error) { return name, nil })
	// Output:
	// door/left global Ada
	// door/greet global Bob
}

func ExampleFuse() {
	ctx, cancel := context.WithCancelCause(context.Background())
	s, ev := newDoor()
	defer s.Close(context.Background())
	_ = ev.Greet.On(s, func(
		ctx context.Context, _ string, next event.Next[string, string],
	) (string, error) {
		return next.Do(context.WithoutCancel(ctx)) // would shed the caller's cancellation
	})
	_, err := ev.Greet.Dispatch(ctx, nil, "Ada", func(
		given context.Context, _ string,
	) (string, error) {
		given, release := event.Fuse(given, ctx)
		defer release()
		cancel(errors.New("the caller hung up"))
		<-given.Done()
		return "", context.Cause(given)
	})
	fmt.Println(err)
	// Output: the caller hung up
}

func ExampleInit() {
	var wrong struct {
		Left event.Notice[string] `event:"Left"`
		Came event.Notice[string]
	}
	fmt.Println(event.Init(&wrong, nil))
	// Output:
	// event: ".Left": tag "Left" must look like "group/name", lower case
	// event: ".Came": needs a tag such as event:"group/name"
}
