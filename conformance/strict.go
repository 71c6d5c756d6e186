package conformance

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// describing are the members of vector files that describe the format and are
// not executed.
func describing() []string {
	return []string{
		"about", "format", "description", "verification", "errorCode", "rootPath", "specialValues", "kinds",
		"authorKinds", "rawKinds", "errorKinds", "stages", "scenarioFields", "callFields", "expectFields",
		"invariants", "trace", "upstreamLimit", "restEntry", "defaults", "files", "fixtures",
	}
}

// openFile takes a vector file apart into its lists of cases. A member that the
// format does not list becomes a case that fails, so that the others still run.
func openFile(text []byte, lists ...string) (map[string][]jsontext.Value, []vectorCase, error) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(text, &members, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, nil, err
	}
	var wrong []vectorCase
	cases := map[string][]jsontext.Value{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		switch {
		case slices.Contains(lists, name):
			var list []jsontext.Value
			if err := json.Unmarshal(members[name], &list, jsontext.AllowInvalidUTF8(true)); err != nil {
				return nil, nil, fmt.Errorf("%s: %w", name, err)
			}
			cases[name] = list
		case !slices.Contains(describing(), name):
			wrong = append(wrong, failing("file member "+name, fmt.Errorf("unknown member %q", name)))
		}
	}
	return cases, wrong, nil
}

// failing is a case that fails with this error.
func failing(id string, err error) vectorCase {
	return vectorCase{id: id, reason: "the case must be readable", check: func(Driver) error {
		return fmt.Errorf("unreadable: %w", err)
	}}
}

// each decodes every case of a list strictly. One that cannot be read fails
// alone.
func each[C any](list []jsontext.Value, load func(c C) (vectorCase, error)) []vectorCase {
	var cases []vectorCase
	for i, raw := range list {
		c, err := decode[C](raw)
		var loaded vectorCase
		if err == nil {
			loaded, err = load(c)
		}
		if err != nil {
			loaded = failing(idOf(raw, i), err)
		}
		cases = append(cases, loaded)
	}
	return cases
}

// idOf reads the id of a case that may be unreadable otherwise.
func idOf(raw jsontext.Value, index int) string {
	var c struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(raw, &c, jsontext.AllowInvalidUTF8(true)) != nil || c.ID == "" {
		return fmt.Sprintf("case-%d", index)
	}
	return c.ID
}

// caseHead holds the members that every case may have and that say nothing
// about behaviour.
type caseHead struct {
	ID     string `json:"id"`
	Reason string `json:"reason,omitzero"`
	// Verified says how the expectation was found, Source where it comes from.
	Verified bool   `json:"verified,omitzero"`
	Source   string `json:"source,omitzero"`
	Note     string `json:"note,omitzero"`
	// UpstreamLimit names a recorded defect of the original; see the overrides.
	UpstreamLimit string `json:"upstreamLimit,omitzero"`
	// DiffersFromMirror and GoEquivalent are remarks for readers.
	DiffersFromMirror string `json:"differsFromMirror,omitzero"`
	GoEquivalent      string `json:"goEquivalent,omitzero"`
}

// decode reads a case and refuses members that the format does not list.
// Text that is not valid Unicode is a value like any other here.
func decode[T any](file []byte) (T, error) {
	var v T
	err := json.Unmarshal(file, &v, json.RejectUnknownMembers(true), jsontext.AllowInvalidUTF8(true))
	return v, err
}

// sameTree compares two trees: member order counts if ordered, numbers compare
// as numbers.
func sameTree(a, b any, ordered bool) bool {
	switch a := a.(type) {
	case Number:
		b, ok := b.(Number)
		return ok && sameNumber(a, b)
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, func(x, y any) bool { return sameTree(x, y, ordered) })
	case *Object:
		b, ok := b.(*Object)
		return ok && sameObject(a, b, ordered)
	}
	return a == b
}

func sameObject(a, b *Object, ordered bool) bool {
	if len(a.Members) != len(b.Members) || ordered && !slices.Equal(a.Names(), b.Names()) {
		return false
	}
	for _, m := range a.Members {
		other, ok := b.Get(m.Name)
		if !ok || !sameTree(m.Value, other, ordered) {
			return false
		}
	}
	return true
}

func sameNumber(a, b Number) bool {
	if a == b {
		return true
	}
	x, okX := new(big.Rat).SetString(string(a))
	y, okY := new(big.Rat).SetString(string(b))
	return okX && okY && x.Cmp(y) == 0
}

// textOf prints a tree as JSON.
func textOf(v any) string {
	text, err := json.Marshal(plain(v), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return fmt.Sprintf("%v", v)
	}
	return string(text)
}

// plain replaces the package's own types by ones that the encoder prints.
func plain(v any) any {
	switch v := v.(type) {
	case Number:
		return jsontext.Value(v)
	case []any:
		list := make([]any, len(v))
		for i := range v {
			list[i] = plain(v[i])
		}
		return list
	case *Object:
		text := []byte{'{'}
		for i, m := range v.Members {
			if i > 0 {
				text = append(text, ',')
			}
			text, _ = jsontext.AppendQuote(text, m.Name)
			text = append(append(text, ':'), textOf(m.Value)...)
		}
		return jsontext.Value(append(text, '}'))
	}
	return v
}
