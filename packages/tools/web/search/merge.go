package search

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/tools/web"
)

// searchAll searches all queries at once. The first failure cancels the others,
// which are awaited, and is the failure of the call.
func (t *tool) searchAll(ctx context.Context, queries []string) ([]web.Results, error) {
	found := make([]web.Results, len(queries))
	if len(queries) == 1 {
		var err error
		found[0], err = t.service.Search(ctx, web.Query{Text: queries[0], MaxResults: t.config.MaxResults})
		return found, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	var once sync.Once
	var first error
	for i, q := range queries {
		wg.Go(func() {
			var err error
			found[i], err = t.service.Search(ctx, web.Query{Text: q, MaxResults: t.config.MaxResults})
			if err != nil {
				once.Do(func() { first = err })
				cancel()
			}
		})
	}
	wg.Wait()
	return found, first
}

// merge takes the sources rank by rank across the queries, each URL once.
func merge(queries []string, found []web.Results, most int) Value {
	v := Value{Sources: []web.Source{}}
	var answers []string
	deepest := 0
	for i, r := range found {
		v.Truncated = v.Truncated || r.Truncated
		deepest = max(deepest, len(r.Sources))
		if r.Content != "" {
			answers = append(answers, heading(queries, i)+r.Content)
		}
	}
	v.Content = strings.Join(answers, "\n\n")
	seen := map[string]bool{}
	for rank := range deepest {
		for _, r := range found {
			if rank >= len(r.Sources) || seen[r.Sources[rank].URL] || !isLink(r.Sources[rank].URL) {
				continue
			}
			if len(v.Sources) == most {
				v.Truncated = true
				return v
			}
			seen[r.Sources[rank].URL] = true
			v.Sources = append(v.Sources, r.Sources[rank])
		}
	}
	return v
}

// isLink reports whether an address can be followed; others are no sources.
func isLink(address string) bool {
	return strings.HasPrefix(address, "https://") || strings.HasPrefix(address, "http://")
}

// heading tells answers of several queries apart.
func heading(queries []string, i int) string {
	if len(queries) == 1 {
		return ""
	}
	return fmt.Sprintf("### %s\n\n", queries[i])
}
