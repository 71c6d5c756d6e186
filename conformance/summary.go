package conformance

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Summary counts what became of the cases of a run.
type Summary struct {
	// Driver is the name of the layer under test.
	Driver string
	// Passed and Failed count cases; a file that cannot be read as a suite counts
	// as one failure.
	Passed, Failed int
	// Skipped lists the cases that did not run, by reason.
	Skipped map[string][]string
}

func (s *Summary) skip(name, reason string) {
	if s.Skipped == nil {
		s.Skipped = map[string][]string{}
	}
	s.Skipped[reason] = append(s.Skipped[reason], name)
}

// SkippedCount is the number of cases that did not run.
func (s *Summary) SkippedCount() int {
	n := 0
	for _, cases := range s.Skipped {
		n += len(cases)
	}
	return n
}

// String is the summary as a person reads it: the counts, then each reason with
// its cases.
func (s *Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(
		&b,
		"%s: %d passed, %d failed, %d skipped",
		s.Driver,
		s.Passed,
		s.Failed,
		s.SkippedCount(),
	)
	for _, reason := range slices.Sorted(maps.Keys(s.Skipped)) {
		cases := s.Skipped[reason]
		fmt.Fprintf(&b, "\n  skipped %d: %s\n    %s", len(cases), reason, strings.Join(cases, "\n    "))
	}
	return b.String()
}
