package tools

import (
	"slices"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// Listed returns Tools and Declarations without those that are to be loaded late
// (R12), if one of the others finds them, see [Definition.FindsDeferred]. It is for
// models that cannot load declarations late: a large roster does not fill their
// prompts, and what was found may be called like any other tool. Without anything
// to leave out it returns the fields themselves. Read-only.
func (d Describe) Listed() ([]*Registration, []llm.ToolDeclaration) {
	all := d.all
	if all == nil {
		all = &declared{tools: d.Tools}
	}
	listed := all.withoutLate()
	if listed == all {
		return d.Tools, d.Declarations
	}
	return listed.tools, listed.schemas()
}

// withoutLate is made once.
func (d *declared) withoutLate() *declared {
	d.late.Do(func() {
		isLate := func(t *Registration) bool { return t.def.DeferLoading }
		finds := func(t *Registration) bool { return t.def.FindsDeferred && !isLate(t) }
		d.listed = d
		if slices.ContainsFunc(d.tools, isLate) && slices.ContainsFunc(d.tools, finds) {
			d.listed = &declared{tools: slices.DeleteFunc(slices.Clone(d.tools), isLate)}
		}
	})
	return d.listed
}
