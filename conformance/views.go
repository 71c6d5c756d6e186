package conformance

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ViewProgram is a list of registrations and restrictions, and the viewers
// whose views are asked for afterwards.
type ViewProgram struct {
	// Scopes are in an order in which each parent precedes its children.
	Scopes []ViewScope
	Ops    []ViewOp
	// Viewers are scope names; "" is the view without a scope.
	Viewers []string
}

// ViewScope is a scope; an empty parent stands directly under the global layer.
type ViewScope struct{ Name, Parent string }

// ViewOp is one operation. Do is "reg", "restrict", "undo" or "dispose".
type ViewOp struct {
	Do string
	// Scope is where "reg" and "restrict" act, "" globally, or what "dispose" ends.
	Scope string
	// Tool and Label are the name of a registered tool and what tells it from
	// others of that name.
	Tool, Label string
	// Filter is what "restrict" installs.
	Filter Filter
	// Op is the index of the operation that "undo" takes back.
	Op int
}

// Filter is a restriction; nil lists are not given.
type Filter struct {
	Allow *[]string `json:"allow,omitzero"`
	Deny  *[]string `json:"deny,omitzero"`
}

// Views is what came of a [ViewProgram].
type Views struct {
	// Errors are the kinds of the failed operations by index: "duplicate",
	// "needs-scope", "empty-filter" or "unknown-name".
	Errors map[int]string
	// Labels are the tools that each viewer sees, in order.
	Labels map[string][]string
}

type viewCase struct {
	caseHead
	Scopes map[string]*string  `json:"scopes"`
	Ops    []ViewOp            `json:"ops"`
	Views  map[string][]string `json:"views"`
	Errors map[string]string   `json:"errors"`
}

const globalViewer = "global"

func viewSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c viewCase) (vectorCase, error) {
		p, err := c.program()
		return vectorCase{id: c.ID, reason: c.Reason, check: func(d Driver) error {
			got, err := d.View(p)
			if err != nil {
				return err
			}
			return c.compare(got)
		}}, err
	})...), err
}

func (c viewCase) program() (ViewProgram, error) {
	p := ViewProgram{Ops: c.Ops}
	var err error
	if p.Scopes, err = orderedScopes(c.Scopes); err != nil {
		return p, err
	}
	for i, op := range p.Ops {
		if err := op.check(i, c.Scopes); err != nil {
			return p, fmt.Errorf("op %d: %w", i, err)
		}
	}
	for _, viewer := range slices.Sorted(maps.Keys(c.Views)) {
		if _, ok := c.Scopes[viewer]; !ok && viewer != globalViewer {
			return p, fmt.Errorf("view of unknown scope %q", viewer)
		}
		p.Viewers = append(p.Viewers, viewerName(viewer))
	}
	for index, kind := range c.Errors {
		if i, err := strconv.Atoi(index); err != nil || i < 0 || i >= len(c.Ops) {
			return p, fmt.Errorf("error of unknown op %q", index)
		}
		kinds := []string{"duplicate", "needs-scope", "empty-filter", "unknown-name"}
		if err := (field{"error kind", kind, kinds}).check(); err != nil {
			return p, err
		}
	}
	return p, nil
}

func viewerName(viewer string) string {
	if viewer == globalViewer {
		return ""
	}
	return viewer
}

// orderedScopes puts parents before their children.
func orderedScopes(parents map[string]*string) ([]ViewScope, error) {
	var list []ViewScope
	placed := map[string]bool{"": true}
	for len(list) < len(parents) {
		before := len(list)
		for _, name := range slices.Sorted(maps.Keys(parents)) {
			parent := ""
			if p := parents[name]; p != nil {
				parent = *p
			}
			if !placed[name] && placed[parent] {
				placed[name] = true
				list = append(list, ViewScope{name, parent})
			}
		}
		if len(list) == before {
			return nil, errors.New("scopes: a parent is unknown or its own descendant")
		}
	}
	return list, nil
}

func (op ViewOp) check(index int, scopes map[string]*string) error {
	if _, ok := scopes[op.Scope]; !ok && op.Scope != "" {
		return fmt.Errorf("unknown scope %q", op.Scope)
	}
	if op.Do == "undo" && (op.Op < 0 || op.Op >= index) {
		return fmt.Errorf("undo of op %d, which is no earlier one", op.Op)
	}
	return nil
}

// UnmarshalJSONFrom reads an operation from its list form.
func (op *ViewOp) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var parts []jsontext.Value
	if err := json.UnmarshalDecode(d, &parts); err != nil {
		return err
	}
	if len(parts) == 0 {
		return errors.New("an operation is empty")
	}
	if err := json.Unmarshal(parts[0], &op.Do); err != nil {
		return err
	}
	var into []any
	switch op.Do {
	case "reg":
		into = []any{&op.Scope, &op.Tool, &op.Label}
	case "restrict":
		into = []any{&op.Scope, &op.Filter}
	case "undo":
		into = []any{&op.Op}
	case "dispose":
		into = []any{&op.Scope}
	default:
		return fmt.Errorf("unknown operation %q", op.Do)
	}
	if len(parts) != len(into)+1 {
		return fmt.Errorf("operation %q has %d parts, want %d", op.Do, len(parts), len(into)+1)
	}
	for i, target := range into {
		if err := json.Unmarshal(parts[i+1], target, json.RejectUnknownMembers(true)); err != nil {
			return err
		}
	}
	return nil
}

func (c viewCase) compare(got Views) error {
	for i := range c.Ops {
		if want := c.Errors[strconv.Itoa(i)]; got.Errors[i] != want {
			return fmt.Errorf("op %d failed with %q, want %q", i, got.Errors[i], want)
		}
	}
	for viewer, want := range c.Views {
		if labels := got.Labels[viewerName(viewer)]; !slices.Equal(labels, want) {
			return fmt.Errorf("%s sees %q, want %q", viewer, labels, want)
		}
	}
	return nil
}
