package tstypes_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

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

// withSpecials replaces the marker {"$v":"+inf"}, the only one in these files.
func withSpecials(v jsonvalue.Value) any {
	if v.Kind() != jsonvalue.KindObject {
		return v
	}
	if text(v, "$v") == "+inf" {
		return math.Inf(1)
	}
	o := &jsonvalue.Object{}
	for name, member := range v.Members() {
		o.Set(name, withSpecials(member))
	}
	return o
}

func TestVectorsTypes(t *testing.T) {
	for _, c := range get(loadVectors(t, "ts-types.json"), "cases").Elements() {
		t.Run(text(c, "id"), func(t *testing.T) {
			level := 0
			if n, ok := get(c, "indent").AsNumber(); ok {
				l, _ := n.Int64()
				level = int(l)
			}
			if got := tstypes.Of(withSpecials(get(c, "schema")), level); got != text(c, "ts") {
				t.Errorf("%s:\ngot  %q\nwant %q", text(c, "reason"), got, text(c, "ts"))
			}
		})
	}
}

// declare makes the declaration of a tool of a vector.
func declare(tool jsonvalue.Value) *tstypes.Declaration {
	parameters, _ := schema.Compile(get(tool, "parameters"))
	output, _ := schema.Compile(get(tool, "output"))
	return tstypes.Declare(tstypes.Tool{
		Name: text(tool, "name"), Description: text(tool, "description"),
		Parameters: parameters, Output: output,
	})
}

func declareAll(tools jsonvalue.Value) []*tstypes.Declaration {
	var all []*tstypes.Declaration
	for _, tool := range tools.Elements() {
		all = append(all, declare(tool))
	}
	return all
}

func TestVectorsBlock(t *testing.T) {
	for _, c := range get(loadVectors(t, "ts-types.json"), "sdk").Elements() {
		t.Run(text(c, "id"), func(t *testing.T) {
			got := tstypes.Block(declareAll(get(c, "tools")))
			if got != text(c, "declarations") {
				t.Errorf("%s:\ngot  %q\nwant %q", text(c, "reason"), got, text(c, "declarations"))
			}
		})
	}
}

// facts checks what sdk-render.json says of a block. Facts about the prose around the block
// and type checks with a compiler belong to the executor that writes the prompt.
type facts struct {
	block string
	byKey map[string]*tstypes.Declaration
}

var separately = map[string]bool{"typecheck_ok": true, "typecheck_fail": true, "fence_count": true}

func TestVectorsSDK(t *testing.T) {
	left := map[string]int{}
	for _, c := range get(loadVectors(t, "sdk-render.json"), "cases").Elements() {
		t.Run(text(c, "id"), func(t *testing.T) {
			all := declareAll(get(c, "tools"))
			f := facts{block: tstypes.Block(all), byKey: map[string]*tstypes.Declaration{}}
			for _, d := range all {
				f.byKey[d.Name()] = d
			}
			for name, want := range get(c, "facts").Members() {
				if separately[name] {
					left[name]++
					continue
				}
				f.check(t, name, want)
			}
		})
	}
	t.Logf("facts that need a compiler or the prose, checked elsewhere: %v", left)
}

func (f facts) check(t *testing.T, name string, want jsonvalue.Value) {
	switch name {
	case "arg_types", "output_types", "arg_docs", "keys":
		for tool, v := range want.Members() {
			expected, _ := v.AsString()
			if got := f.fact(name, tool); got != expected {
				t.Errorf("%s of %q:\ngot  %q\nwant %q", name, tool, got, expected)
			}
		}
	case "order":
		at := 0
		for _, v := range want.Elements() {
			tool, _ := v.AsString()
			next := strings.Index(f.block, f.byKey[tool].Args())
			if next < at {
				t.Errorf("tool %q is out of order", tool)
			}
			at = next
		}
	case "permutations_identical":
		f.permute(t)
	case "must_contain", "must_not_contain":
		for _, v := range want.Elements() {
			part, _ := v.AsString()
			if strings.Contains(f.block, part) != (name == "must_contain") {
				t.Errorf("%s %q fails", name, part)
			}
		}
	default:
		t.Errorf("unknown fact %q", name)
	}
}

// fact extracts one text of a tool's declaration.
func (f facts) fact(name, tool string) string {
	d := f.byKey[tool]
	member := d.Args()
	if name == "output_types" {
		member = d.Output()
	}
	doc := ""
	if strings.HasPrefix(member, "  /**") {
		doc, member, _ = strings.Cut(member, "\n")
	}
	key, typ, _ := strings.Cut(strings.TrimSpace(member), ": ")
	switch name {
	case "arg_docs":
		return strings.TrimSpace(doc)
	case "keys":
		return key
	}
	return strings.TrimSuffix(typ, ";")
}

func (f facts) permute(t *testing.T) {
	var all []*tstypes.Declaration
	for _, d := range f.byKey {
		all = append(all, d)
	}
	for i := range all {
		for j := range all {
			all[i], all[j] = all[j], all[i]
			if tstypes.Block(all) != f.block {
				t.Error("the block depends on the order of the tools")
			}
		}
	}
}
