package conformance

import (
	"fmt"
	"math/big"
	"slices"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// head holds the members that describe a vector file and are not executed.
type head struct {
	About          string         `json:"about,omitzero"`
	Format         string         `json:"format,omitzero"`
	Description    string         `json:"description,omitzero"`
	Verification   string         `json:"verification,omitzero"`
	ErrorCode      string         `json:"errorCode,omitzero"`
	RootPath       string         `json:"rootPath,omitzero"`
	SpecialValues  jsontext.Value `json:"specialValues,omitzero"`
	Kinds          jsontext.Value `json:"kinds,omitzero"`
	AuthorKinds    jsontext.Value `json:"authorKinds,omitzero"`
	RawKinds       jsontext.Value `json:"rawKinds,omitzero"`
	ErrorKinds     jsontext.Value `json:"errorKinds,omitzero"`
	Stages         jsontext.Value `json:"stages,omitzero"`
	ScenarioFields jsontext.Value `json:"scenarioFields,omitzero"`
	CallFields     jsontext.Value `json:"callFields,omitzero"`
	ExpectFields   jsontext.Value `json:"expectFields,omitzero"`
	Invariants     jsontext.Value `json:"invariants,omitzero"`
	Trace          string         `json:"trace,omitzero"`
	UpstreamLimit  string         `json:"upstreamLimit,omitzero"`
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

// decode reads a vector file and refuses members that the format does not list.
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
