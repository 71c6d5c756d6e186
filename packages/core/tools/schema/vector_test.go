package schema_test

import (
	"math"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// loadVectors reads a file of cases.
func loadVectors(t testing.TB, name string) jsonvalue.Value {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonvalue.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func get(v jsonvalue.Value, name string) jsonvalue.Value {
	found, _ := v.Get(name)
	return found
}

func text(v jsonvalue.Value, name string) string {
	s, _ := get(v, name).AsString()
	return s
}

// inexpressible says why Go has no counterpart for a special value.
var inexpressible = map[string]string{
	"sparse":     "Go slices have no holes",
	"hidden-key": "Go maps have no hidden keys",
	"hostile":    "nothing of a Go value runs when it is read, so reading cannot fail",
}

// special builds the Go value that a "$v" marker stands for.
func special(name string) any {
	switch name {
	case "nan":
		return math.NaN()
	case "+inf":
		return math.Inf(1)
	case "-inf":
		return math.Inf(-1)
	case "-0":
		return math.Copysign(0, -1)
	case "undefined":
		return jsonvalue.Value{}
	case "bigint":
		return big.NewInt(7)
	case "function":
		return func() {}
	case "date":
		return time.Unix(0, 0)
	case "map":
		return map[int]any{1: "x"}
	case "class":
		return struct{ A int }{1}
	case "cycle-object":
		m := map[string]any{}
		m["self"] = m
		return m
	case "cycle-array":
		a := make([]any, 1)
		a[0] = a
		return a
	case "shared":
		m := map[string]any{"x": 1}
		return map[string]any{"a": m, "b": m}
	}
	return nil
}

// decodeSpecial turns a vector value into a Go value, with the markers resolved. why is set
// when Go cannot express it.
func decodeSpecial(v jsonvalue.Value) (decoded any, why string) {
	switch v.Kind() {
	case jsonvalue.KindArray:
		items := make([]any, 0, v.Len())
		for _, item := range v.Elements() {
			got, reason := decodeSpecial(item)
			if reason != "" {
				return nil, reason
			}
			items = append(items, got)
		}
		return items, ""
	case jsonvalue.KindObject:
		if name, ok := get(v, "$v").AsString(); ok && v.Len() == 1 {
			return special(name), inexpressible[name]
		}
		o := &jsonvalue.Object{}
		for name, member := range v.Members() {
			got, reason := decodeSpecial(member)
			if reason != "" {
				return nil, reason
			}
			o.Set(name, got)
		}
		return o, ""
	}
	return v, ""
}

// skips counts the cases that Go cannot express.
type skips struct{ count int }

func (s *skips) note(t *testing.T, why string) {
	t.Helper()
	s.count++
	t.Skipf("not expressible in Go: %s", why)
}

func (s *skips) expect(t *testing.T, want int) {
	t.Helper()
	t.Logf("%d cases are not expressible in Go", s.count)
	if s.count != want {
		t.Errorf("%d cases were skipped, want %d", s.count, want)
	}
}
