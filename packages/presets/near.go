package presets

import (
	"cmp"
	"slices"
	"strings"
)

// Near returns those of the known names that somebody who wrote name may have
// meant, the likeliest first, at most three.
func Near(name string, known []string) []string {
	type candidate struct {
		name string
		far  int
	}
	var list []candidate
	for _, k := range known {
		if far := slips(strings.ToLower(name), strings.ToLower(k)); far <= allowed(name, k) {
			list = append(list, candidate{k, far})
		}
	}
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.far, b.far) })
	var near []string
	for _, c := range list[:min(len(list), 3)] {
		near = append(near, c.name)
	}
	return near
}

// allowed is how many slips still count as meant: a third of the longer name. A
// name that is part of the other counts whatever the rest is.
func allowed(name, known string) int {
	longer := max(len(name), len(known))
	if len(name) >= 3 && strings.Contains(strings.ToLower(known), strings.ToLower(name)) {
		return longer
	}
	return longer / 3
}

// slips counts how many bytes must be inserted, removed or changed. Names longer
// than any plugin's are far from everything.
func slips(a, b string) int {
	if len(a) > 100 || len(b) > 100 {
		return len(a) + len(b)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next := min(row[j]+1, row[j+1]+1, corner+cost)
			corner, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
