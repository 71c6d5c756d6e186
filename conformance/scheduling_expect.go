package conformance

import (
	"fmt"
	"slices"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"
)

func (w *scheduleExpect) compare(lines []Timeline) error {
	var wrong mismatches
	if err := w.comparePeaks(&wrong, lines); err != nil {
		return err
	}
	got := lines[0]
	if w.BodyStartTicks != nil {
		compareStarts(&wrong, got.Bodies, w.BodyStartTicks)
	}
	if w.Overlaps != nil {
		compareOverlaps(&wrong, got.Bodies, *w.Overlaps)
	}
	expectList(&wrong, "sessionEvents", got.Records, w.SessionEvents)
	expectList(&wrong, "preOrder", got.lane("pre"), w.PreOrder)
	expectList(&wrong, "postOrder", got.lane("post"), w.PostOrder)
	expectList(&wrong, "finalOrder", got.lane("result"), w.FinalOrder)
	expectList(&wrong, "contexts", got.Contexts, w.Contexts)
	expect(&wrong, "concluded", got.Concluded, w.Concluded)
	expectList(&wrong, "resultOrder", got.Results, w.ResultOrder)
	expectList(&wrong, "startOrder", got.starts(), w.StartOrder)
	expectList(&wrong, "commitOrder", got.Commits, w.CommitOrder)
	expectList(&wrong, "startEvents", got.records("start:"), w.StartEvents)
	expectList(&wrong, "settleEvents", got.records("settle:"), w.SettleEvents)
	for id := range w.abandoned {
		if !slices.Contains(got.Rejected, id) || slices.ContainsFunc(got.Records, mentions(id)) {
			wrong.lines = append(wrong.lines, fmt.Sprintf("%s is to be %s; rejected are %q, records %q",
				id, abandonedWords, got.Rejected, got.Records))
		}
	}
	return wrong.err()
}

func mentions(id string) func(string) bool {
	return func(record string) bool { return slices.Contains(strings.Split(record, ":"), id) }
}

// comparePeaks compares the peak of each batch; a case of one batch gives a
// number.
func (w *scheduleExpect) comparePeaks(wrong *mismatches, lines []Timeline) error {
	if w.MaxConcurrent == nil {
		return nil
	}
	var want []int
	if w.MaxConcurrent.Kind() == '0' {
		want = []int{0}
		if err := json.Unmarshal(w.MaxConcurrent, &want[0]); err != nil {
			return err
		}
	} else if err := json.Unmarshal(w.MaxConcurrent, &want); err != nil {
		return err
	}
	var got []int
	for _, l := range lines {
		got = append(got, peak(l.Bodies))
	}
	if !slices.Equal(got, want) {
		wrong.lines = append(wrong.lines, fmt.Sprintf("maxConcurrentBodies is %v, want %v", got, want))
	}
	return nil
}

// peak is the largest number of bodies in flight at once.
func peak(bodies []BodyRun) int {
	most := 0
	for _, b := range bodies {
		n := 0
		for _, other := range bodies {
			if other.Start <= b.Start && b.Start < other.End || other == b {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

func overlap(a, b BodyRun) bool { return a.Start < b.End && b.Start < a.End }

func compareStarts(wrong *mismatches, bodies []BodyRun, want map[string]float64) {
	got := map[string]float64{}
	for _, b := range bodies {
		got[b.ID] = float64(b.Start) / float64(Tick)
	}
	if len(got) == len(want) {
		same := true
		for id, tick := range want {
			start, ok := got[id]
			same = same && ok && start == tick
		}
		if same {
			return
		}
	}
	wrong.lines = append(wrong.lines, fmt.Sprintf("bodyStartTicks are %v, want %v", got, want))
}

// compareOverlaps demands exactly the listed pairs.
func compareOverlaps(wrong *mismatches, bodies []BodyRun, pairs [][2]string) {
	var got, want []string
	for i, a := range bodies {
		for _, b := range bodies[i+1:] {
			if overlap(a, b) {
				got = append(got, pair(a.ID, b.ID))
			}
		}
	}
	for _, p := range pairs {
		want = append(want, pair(p[0], p[1]))
	}
	slices.Sort(got)
	slices.Sort(want)
	wrong.list("overlaps", got, want)
}

func pair(a, b string) string { return min(a, b) + "+" + max(a, b) }

func (l *Timeline) lane(stage string) []string {
	ids := []string{}
	for _, e := range l.Lane {
		if e.Stage == stage {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

func (l *Timeline) starts() []string {
	ids := []string{}
	for _, b := range l.Bodies {
		ids = append(ids, b.ID)
	}
	return ids
}

func (l *Timeline) records(prefix string) []string {
	ids := []string{}
	for _, r := range l.Records {
		if id, ok := strings.CutPrefix(r, prefix); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// invariants checks what holds for every batch, whatever a case expects: the
// list of that name in the file.
func invariants(p BatchProgram, got Timeline) error {
	var wrong mismatches
	if n := peak(got.Bodies); n > p.Cap {
		wrong.lines = append(
			wrong.lines,
			fmt.Sprintf("%d bodies in flight exceed the cap of %d", n, p.Cap),
		)
	}
	order := map[string]int{}
	for i, c := range p.Calls {
		order[c.ID] = i
	}
	inOrder := func(what string, ids []string) {
		if !slices.IsSortedFunc(ids, func(a, b string) int { return order[a] - order[b] }) {
			wrong.lines = append(wrong.lines, fmt.Sprintf("%s is not in call order: %q", what, ids))
		}
	}
	inOrder("the start of bodies", got.starts())
	for _, stage := range []string{"call", "pre", "post", "result", "record"} {
		inOrder("lane stage "+stage, got.lane(stage))
	}
	checkLane(&wrong, got.Lane)
	checkRecords(&wrong, p, got)
	checkExclusive(&wrong, p, got)
	return wrong.err()
}

// checkLane demands that nothing in the lane overlaps anything else in it.
func checkLane(wrong *mismatches, lane []LaneEvent) {
	for i, a := range lane {
		for _, b := range lane[i+1:] {
			if a.Start < b.End && b.Start < a.End {
				wrong.lines = append(
					wrong.lines,
					fmt.Sprintf("%s of %s overlaps %s of %s", a.Stage, a.ID, b.Stage, b.ID),
				)
			}
		}
	}
}

// checkRecords demands one call and one result record per call, the first
// before the call's pre policy, the second after its notification.
func checkRecords(wrong *mismatches, p BatchProgram, got Timeline) {
	if p.NoLog || p.Nested {
		return
	}
	for _, c := range p.Calls {
		calls := positions(got.Lane, "call", c.ID)
		results := positions(got.Lane, "record", c.ID)
		if len(calls) != 1 || len(results) != 1 {
			wrong.lines = append(
				wrong.lines,
				fmt.Sprintf(
					"%s has %d call and %d result records, want one each",
					c.ID,
					len(calls),
					len(results),
				),
			)
			continue
		}
		for _, pre := range positions(got.Lane, "pre", c.ID) {
			if pre < calls[0] {
				wrong.lines = append(wrong.lines, c.ID+" was put to policy before its call was recorded")
			}
		}
		for _, seen := range positions(got.Lane, "result", c.ID) {
			if seen > results[0] {
				wrong.lines = append(wrong.lines, c.ID+" was recorded before its result was published")
			}
		}
	}
}

func positions(lane []LaneEvent, stage, id string) []int {
	var at []int
	for i, e := range lane {
		if e.Stage == stage && e.ID == id {
			at = append(at, i)
		}
	}
	return at
}

// checkExclusive demands that no body overlaps one that is exclusive from
// beginning to end of the case.
func checkExclusive(wrong *mismatches, p BatchProgram, got Timeline) {
	flipped := map[string]bool{}
	for _, c := range p.Calls {
		for id := range c.Flip {
			flipped[id] = true
		}
		for id := range c.FlipAtResult {
			flipped[id] = true
		}
	}
	for _, c := range p.Calls {
		if c.Mode == "parallel" || flipped[c.ID] {
			continue
		}
		for _, a := range got.Bodies {
			for _, b := range got.Bodies {
				if a.ID == c.ID && b.ID != c.ID && overlap(a, b) {
					wrong.lines = append(wrong.lines, fmt.Sprintf("%s overlaps the exclusive %s", b.ID, a.ID))
				}
			}
		}
	}
}

// Ticks converts a number of ticks.
func Ticks(n float64) time.Duration { return time.Duration(n * float64(Tick)) }
