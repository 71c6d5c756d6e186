package rules

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Dir is where the specification is, below the root.
const Dir = "docs/spec"

// rule is one rule as it is written.
type rule struct {
	id, title, page string
	proofs          []string
	// free rules promise nothing, so that nothing can be said or proven.
	free bool
}

var (
	heading = regexp.MustCompile(`^### ([RPTUQ]\d{1,3}[a-z]?)$`)
	titled  = regexp.MustCompile(`^\*\*([^*]+)\*\*`)
	quoted  = regexp.MustCompile("`([^`]+)`")
)

// readSpec returns the rules of every page, in the order of pages and headings.
func readSpec(root string) ([]rule, error) {
	pages, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(Dir), "*.md"))
	if err != nil {
		return nil, err
	}
	var all []rule
	var wrong []error
	for _, name := range pages {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		found, err := parsePage(Dir+"/"+filepath.Base(name), string(text))
		wrong = append(wrong, err)
		all = append(all, found...)
	}
	seen := map[string]string{}
	for _, r := range all {
		if first, twice := seen[r.id]; twice {
			wrong = append(wrong, fmt.Errorf("%s: rule %s is in %s already", r.page, r.id, first))
		}
		seen[r.id] = r.page
	}
	return all, errors.Join(wrong...)
}

func parsePage(page, text string) ([]rule, error) {
	var all []rule
	var wrong []error
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := heading.FindStringSubmatch(line); m != nil {
			all = append(all, rule{id: m[1], page: page})
			continue
		}
		if len(all) == 0 || line == "" {
			continue
		}
		r := &all[len(all)-1]
		if r.title == "" {
			m := titled.FindStringSubmatch(line)
			if m == nil {
				wrong = append(wrong, fmt.Errorf("%s: rule %s must begin with its title in bold", page, r.id))
				r.title = "-"
				continue
			}
			r.title = strings.TrimRight(m[1], ".")
		}
		if proof, ok := strings.CutPrefix(line, "Proof:"); ok {
			r.free = strings.TrimSpace(proof) == "nothing is promised."
			for _, m := range quoted.FindAllStringSubmatch(proof, -1) {
				r.proofs = append(r.proofs, m[1])
			}
		}
	}
	return all, errors.Join(wrong...)
}

// byNumber orders rules by letter, number and suffix.
func byNumber(a, b string) int {
	if a[0] != b[0] {
		return slices.Index([]byte("RPTUQ"), a[0]) - slices.Index([]byte("RPTUQ"), b[0])
	}
	x, xs := number(a)
	y, ys := number(b)
	if x != y {
		return x - y
	}
	return strings.Compare(xs, ys)
}

func number(id string) (n int, suffix string) {
	for i := 1; i < len(id); i++ {
		if id[i] < '0' || id[i] > '9' {
			return n, id[i:]
		}
		n = n*10 + int(id[i]-'0')
	}
	return n, ""
}
