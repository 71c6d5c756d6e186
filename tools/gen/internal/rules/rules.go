package rules

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
)

// OpenFile lists the rules that nothing stands for yet, one id a line. While it
// exists they are let through; a rule that is not in it must have code or a test,
// and one that has may not be in it.
const OpenFile = Dir + "/open.txt"

// Read returns the rules in the order of their numbers. It fails for a rule
// without code and test, for a proof that does not exist, and for a number in the
// code that is no rule.
func Read(root string) ([]model.Rule, error) {
	written, err := readSpec(root)
	if err != nil {
		return nil, err
	}
	found, err := scan(root)
	if err != nil {
		return nil, err
	}
	open, err := readOpen(root)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(written, func(a, b rule) int { return byNumber(a.id, b.id) })
	var all []model.Rule
	var wrong []error
	known := map[string]bool{}
	for _, r := range written {
		known[r.id] = true
		m, err := found.rule(r)
		all = append(all, m)
		wrong = append(wrong, err)
		if !r.free {
			wrong = append(wrong, checkOpen(m, open[r.id]))
		}
	}
	for _, id := range slices.SortedFunc(maps.Keys(found.first), byNumber) {
		if !known[id] && !known[whole(id)] {
			wrong = append(wrong, fmt.Errorf(
				"%s names rule %s, which is not in %s: correct the number, or write the rule",
				found.first[id], id, Dir))
		}
	}
	return all, errors.Join(wrong...)
}

func checkOpen(r model.Rule, listed bool) error {
	bare := len(r.Code) == 0 && len(r.Tests) == 0
	switch {
	case bare && !listed:
		return fmt.Errorf(
			"%s: rule %s has neither code nor test: name it in the comment of what does it, or in a test", r.Page, r.ID)
	case !bare && listed:
		return fmt.Errorf("%s: rule %s is no longer without code and test: delete its line",
			OpenFile, r.ID)
	}
	return nil
}

// whole is the rule that a part such as P6a belongs to.
func whole(id string) string { return strings.TrimRight(id, "abcdefghijklmnopqrstuvwxyz") }

// rule joins what is written with what was found.
func (e *evidence) rule(r rule) (model.Rule, error) {
	m := model.Rule{
		ID: r.id, Title: r.title, Page: r.page, Free: r.free,
		Code: slices.Sorted(maps.Keys(e.code[r.id])), Tests: slices.Sorted(maps.Keys(e.tests[r.id])),
	}
	var wrong []error
	for _, proof := range r.proofs {
		places, err := e.proof(proof)
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: rule %s: %w", r.page, r.id, err))
		}
		for _, place := range places {
			if !slices.Contains(m.Tests, place) {
				m.Tests = append(m.Tests, place)
			}
		}
	}
	return m, errors.Join(wrong...)
}

// proof finds what a rule names: a test function, or "suite/case" where a final
// star stands for any rest.
func (e *evidence) proof(name string) ([]string, error) {
	suite, id, isCase := strings.Cut(name, "/")
	at, function, qualified := strings.Cut(name, ":")
	if !isCase || qualified {
		if !qualified {
			at, function = "", name
		}
		dirs := slices.DeleteFunc(slices.Clone(e.functions[function]), func(dir string) bool {
			return at != "" && dir != at && !strings.HasSuffix(dir, "/"+at)
		})
		if len(dirs) == 0 {
			return nil, fmt.Errorf("no test is named %s", name)
		}
		var places []string
		for _, dir := range dirs {
			places = append(places, dir+": "+function)
		}
		return places, nil
	}
	prefix, many := strings.CutSuffix(id, "*")
	for have := range e.cases[suite] {
		if have == id || many && strings.HasPrefix(have, prefix) {
			return []string{name}, nil
		}
	}
	return nil, fmt.Errorf("no vector file %s.json has a case %s", suite, id)
}

func readOpen(root string) (map[string]bool, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(OpenFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	open := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			open[line] = true
		}
	}
	return open, err
}
