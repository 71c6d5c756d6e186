package render

import (
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// modes says for each kind of event what a listener may change and what becomes
// of its failure.
var modes = map[string]struct{ may, fails string }{
	"Waterfall": {
		"what it answers, and the context it hands on; not the input",
		"travels outward through the other listeners to the owner; see the text of the event",
	},
	"Notice":    {"nothing", "contained and reported; the others still hear of it"},
	"Parallel":  {"nothing", "awaited with the others and joined, in the order of registration"},
	"Serial":    {"whether to answer, and what", "ends the dispatch and reaches the owner"},
	"Broadcast": {"nothing", "stops the rest and reaches whoever emits"},
}

// EventTable is one line for each event.
func EventTable(all []model.Event) string {
	t := newTable("event", "mode", "payload", "result", "dispatched by", "heard by")
	for _, e := range all {
		heard := make([]string, len(e.Listeners))
		for i, l := range e.Listeners {
			heard[i] = l.Package
		}
		t.row(fmt.Sprintf("[`%s`](#%s)", e.Name, anchor(e.Name)), e.Mode, code(e.Payload), code(e.Result),
			dirs(e.Dispatchers), dirs(heard))
	}
	return t.String()
}

// Events is one section for each event.
func Events(all []model.Event) string {
	var b strings.Builder
	for _, e := range all {
		mode := modes[e.Mode]
		fmt.Fprintf(&b, "### %s\n\n%s\n\n", e.Name, prose(e.Doc))
		fmt.Fprintf(&b, "- Declared as %s of %s, mode %s", code(e.Field), dir(e.Package), e.Mode)
		if e.Result == "" {
			fmt.Fprintf(&b, ", payload %s.\n", code(e.Payload))
		} else {
			fmt.Fprintf(&b, ", payload %s, answer %s.\n", code(e.Payload), code(e.Result))
		}
		fmt.Fprintf(&b, "- A listener may change: %s.\n- Its failure: %s.\n", mode.may, mode.fails)
		for _, l := range e.Listeners {
			fmt.Fprintf(&b, "- %s listens", dir(l.Package))
			if len(l.Labels) > 0 {
				fmt.Fprintf(&b, " as %s", codes(l.Labels))
			}
			b.WriteString(".\n")
		}
		b.WriteString("\n")
	}
	return b.String()
}
