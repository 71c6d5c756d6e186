package jsonschemafull

import (
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	// baseBudget is the work that every check may do, and perValue what it may do beyond
	// that for each value, or sixteen bytes of text, that it is about.
	baseBudget = 1 << 18
	perValue   = 64
	// enumBudget bounds the comparisons with the literals of enums, which the meter does
	// not see.
	enumBudget = 1 << 24
	// placeBudget bounds values times depth: the library spells out the way to every
	// failure.
	placeBudget = 1 << 22
)

// meter counts the work of one check at a time. The library calls it at the end of each
// evaluation of a schema object, once the parts of it were evaluated: so whatever doubles
// on the way down is counted on the way up.
type meter struct{ left int64 }

// exhausted is what the meter panics with; the check recovers it. The library has no other
// way out of an evaluation.
type exhausted struct{}

// vocabulary is the hook by which the library calls the meter: a vocabulary without
// keywords that is part of every schema object.
func (m *meter) vocabulary() *jsonschema.Vocabulary {
	return &jsonschema.Vocabulary{
		URL: "tool:///meter",
		Compile: func(_ *jsonschema.CompilerContext, obj map[string]any) (jsonschema.SchemaExt, error) {
			return &charge{meter: m, width: width(obj)}, nil
		},
	}
}

// charge is the meter's part in one schema object.
type charge struct {
	meter *meter
	// width is the number of things that the schema object does to a value.
	width int64
}

func width(obj map[string]any) int64 {
	n := len(obj)
	for _, v := range obj {
		switch v := v.(type) {
		case []any:
			n += len(v)
		case map[string]any:
			n += len(v)
		}
	}
	return int64(n)
}

// Validate takes the price of the evaluation from the budget.
func (c *charge) Validate(_ *jsonschema.ValidatorContext, v any) {
	price := c.width
	switch v := v.(type) {
	case map[string]any:
		price += int64(len(v))
	case []any:
		price += int64(len(v))
	case string:
		price += int64(len(v) / 16)
	}
	if c.meter.left -= price; c.meter.left < 0 {
		panic(exhausted{})
	}
}

// budget is the work that a check of the value may do.
func (e extent) budget() int64 {
	return baseBudget + perValue*(int64(e.values)+int64(e.bytes/16))
}

// affordable reports whether each part of the value may be compared with the longest enum,
// and may fail.
func (e extent) affordable(widest int) bool {
	return int64(e.values)*int64(widest) <= enumBudget && int64(e.values)*int64(e.depth) <= placeBudget
}

// sizeOf measures a value to be checked.
func sizeOf(v jsonvalue.Value) extent { return extentOf(v, MaxValueDepth, 1<<31-1) }
