package systemprompt

import (
	"sync/atomic"

	"github.com/dsh-go/dsh/packages/core/llm"
)

// memo keeps what the last assembly of a view worked out, because the next one mostly works out the
// same. The zero value is empty. It is safe for concurrent use: assemblies that differ replace each
// other's results and never see half of one.
type memo struct {
	order  atomic.Pointer[arrangement]
	system atomic.Pointer[joined]
}

// arrangement is the order of tools with certain names.
type arrangement struct {
	names []string
	at    []int
}

// joined is the text that certain texts make.
type joined struct {
	texts []string
	whole string
}

// permutation returns the indexes of the tools in their order. The result is shared: it is only
// read.
func (m *memo) permutation(o Order, tools []llm.ToolDeclaration) []int {
	if last := m.order.Load(); last != nil && last.fits(tools) {
		return last.at
	}
	next := &arrangement{names: make([]string, len(tools)), at: o.permutation(tools)}
	for i := range tools {
		next.names[i] = tools[i].Name
	}
	m.order.Store(next)
	return next.at
}

func (a *arrangement) fits(tools []llm.ToolDeclaration) bool {
	if len(a.names) != len(tools) {
		return false
	}
	for i := range tools {
		if a.names[i] != tools[i].Name {
			return false
		}
	}
	return true
}

// join joins the sections of a system prompt.
func (m *memo) join(texts []Text) string {
	if last := m.system.Load(); last != nil && last.fits(texts) {
		return last.whole
	}
	next := &joined{texts: make([]string, len(texts)), whole: join("", texts)}
	for i := range texts {
		next.texts[i] = texts[i].Text
	}
	m.system.Store(next)
	return next.whole
}

func (j *joined) fits(texts []Text) bool {
	if len(j.texts) != len(texts) {
		return false
	}
	for i := range texts {
		if j.texts[i] != texts[i].Text {
			return false
		}
	}
	return true
}
