package permission

import "strings"

// near returns the known name that somebody who wrote name most likely meant, or
// "": one that differs in case only, or by few slips.
func near(name string, known []string) string {
	best, least := "", 0
	for _, k := range known {
		if strings.EqualFold(k, name) {
			return k
		}
		// Short names that differ in two letters are different words.
		far := slips(strings.ToLower(name), strings.ToLower(k))
		if far <= min(len(k)/3, 2) && (best == "" || far < least) {
			best, least = k, far
		}
	}
	return best
}

// slips counts the bytes that must be inserted, removed or changed, and the
// neighbours that must change places, to get from a to b. Names longer than any
// tool's are far from everything.
func slips(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return len(a) + len(b)
	}
	above, row, next := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			next[j+1] = min(row[j]+cost, row[j+1]+1, next[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], above[j-1]+1)
			}
		}
		above, row, next = row, next, above
	}
	return row[len(b)]
}
