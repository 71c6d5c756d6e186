package rules

import (
	"fmt"
	"regexp"
	"slices"
)

// A rule's number, or a range of them.
const (
	one  = `([RPTUQ])(\d{1,3})([a-z]?)`
	upTo = `(?:\s?[–-]\s?[RPTUQ]?(\d{1,3}))?`
)

var (
	inComment = regexp.MustCompile(`\b` + one + upTo + `\b`)
	inName    = regexp.MustCompile(`^(?:Test|Fuzz|Example|Benchmark)(?:\w*_)?` + one + `(?:[A-Z_]|$)`)
	inLiteral = regexp.MustCompile(`(?:^|\()` + one + upTo + `(?:[):, ]|$)`)
)

// mentions returns the rules that text names in the form of pattern.
func mentions(pattern *regexp.Regexp, text string) []string {
	var ids []string
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		ids = append(ids, m[1]+m[2]+m[3])
		if len(m) < 5 || m[4] == "" {
			continue
		}
		var low, high int
		fmt.Sscan(m[2], &low)
		fmt.Sscan(m[4], &high)
		for n := low + 1; n <= high && n < low+100; n++ {
			ids = append(ids, fmt.Sprintf("%s%d", m[1], n))
		}
	}
	return slices.Compact(ids)
}
