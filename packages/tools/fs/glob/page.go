package glob

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/search"
)

// page is what is shown of many paths.
type page struct {
	paths []string
	total int
	// entries and shown count the entries at the top of the search; 0 entries: no sample.
	entries, shown int
}

// pageOf takes up to limit paths, from the beginning, or a sample.
func pageOf(v Value, limit int, sample bool) page {
	p := page{paths: v.Paths, total: len(v.Paths)}
	if p.total <= limit {
		return p
	}
	p.paths = v.Paths[:limit]
	if !sample {
		return p
	}
	groups := groupsOf(v)
	if len(groups) == p.total {
		return p // one path each: the sample is the beginning
	}
	p.entries = len(groups)
	p.paths, p.shown = sampled(groups, limit)
	return p
}

// groupsOf puts together the paths below each entry at the top, in order of first appearance.
func groupsOf(v Value) [][]string {
	var groups [][]string
	index := make(map[string]int)
	for _, path := range v.Paths {
		top := topEntry(v.base, path)
		i, ok := index[top]
		if !ok {
			i = len(groups)
			index[top] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], path)
	}
	return groups
}

// topEntry is the first element of a path below what was searched.
func topEntry(base, path string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(path, base), string(filepath.Separator))
	top, _, _ := strings.Cut(rest, string(filepath.Separator))
	return top
}

// sampled takes one path of each group in turn, and then puts those of a group together.
func sampled(groups [][]string, limit int) (paths []string, shown int) {
	taken := make([]int, len(groups))
	for left := limit; left > 0; {
		for i, group := range groups {
			if left > 0 && taken[i] < len(group) {
				taken[i]++
				left--
			}
		}
	}
	for i, group := range groups {
		if taken[i] > 0 {
			shown++
		}
		paths = append(paths, group[:taken[i]]...)
	}
	return paths, shown
}

// text renders the page; receipt is where the complete list is, nil when it was not saved.
func (p page) text(v Value, receipt *fs.Receipt) string {
	if p.total == 0 {
		return "No files found" + warning(v)
	}
	body := strings.Join(p.paths, "\n")
	if len(p.paths) == p.total {
		return body + warning(v)
	}
	basis := "oldest first"
	if p.entries > 0 {
		basis = fmt.Sprintf("sampled across %d of the %d top-level entries", p.shown, p.entries)
	}
	return fmt.Sprintf("%s\n\n(Showing %d of %d paths, %s. %s)%s",
		body, len(p.paths), p.total, basis, p.recovery(receipt), warning(v))
}

func (p page) recovery(receipt *fs.Receipt) string {
	text := "The complete list could not be saved."
	if receipt != nil {
		text = fmt.Sprintf("The complete list is at %s. %s", receipt.Locator, receipt.RetrievalHint)
	}
	if p.shown < p.entries {
		text = "Narrow path to see the other entries. " + text
	}
	return strings.TrimSpace(text)
}

func warning(v Value) string { return search.WarningLine(v.Warnings, v.Skipped) }
