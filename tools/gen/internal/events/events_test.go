package events_test

import (
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/events"
	"github.com/dsh-go/dsh/tools/gen/internal/plant"
)

const (
	file    = "packages/core/tools/events.go"
	comment = "\t// Progress observes what a running body reports about itself. Contained.\n"
	field   = "\tProgress event.Notice[*Progress] `event:\"tools/progress\"`\n"
)

func TestCommentDeleted(t *testing.T) {
	tree := plant.Load(t, plant.Mistake{File: file, Old: comment})
	_, err := events.Read(tree)
	plant.Refused(t, err, `packages/core/tools: event "tools/progress" (field Events.Progress) has no comment`,
		"say when it is dispatched, what a listener may change and what its failure does")
}

func TestTagDeleted(t *testing.T) {
	tree := plant.Load(t, plant.Mistake{File: file, Old: field, New: "\tProgress event.Notice[*Progress]\n"})
	_, err := events.Read(tree)
	plant.Refused(t, err, "event field Events.Progress has no tag: write event:")
}

func TestNeverDispatched(t *testing.T) {
	idle := field + "\t// Idle is never dispatched.\n\tIdle event.Notice[int] `event:\"tools/idle\"`\n"
	_, err := events.Read(plant.Load(t, plant.Mistake{File: file, Old: field, New: idle}))
	plant.Refused(t, err, `event "tools/idle" (field Events.Idle) is dispatched nowhere: dispatch it, or delete the field`)
}

func TestRead(t *testing.T) {
	all, err := events.Read(plant.Load(t, plant.Mistake{File: file, Old: comment, New: comment}))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if e.Name != "tools/execute" {
			continue
		}
		if e.Mode != "Waterfall" || e.Payload != "*Call" || e.Result != "*Result" || e.Field != "Events.Execute" ||
			len(e.Dispatchers) != 1 || e.Dispatchers[0] != "packages/core/tools" {
			t.Errorf("got %+v", e)
		}
		return
	}
	t.Errorf("tools/execute is not among %+v", all)
}
