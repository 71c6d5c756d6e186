package systemprompt

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
)

// view is what one key sees, sorted. Apart from the memo it never changes.
type view struct {
	memo

	sections   []*Section
	contexts   []*Section
	providers  []ToolProvider
	names      map[string]bool // of sections
	suppressed bool
}

// view returns what k sees now.
func (p *Prompt) view(k *scope.Key) *view {
	return p.views.Get(k, p.layers.Generation(), p.build)
}

func (p *Prompt) build(k *scope.Key) *view {
	v := &view{suppressed: p.noContexts, names: map[string]bool{}}
	sections, contexts := map[string]*Section{}, map[string]*Section{}
	for l := range p.layers.Chain(k) { // from far to near
		for name, section := range l.sections.All() {
			sections[name] = section
		}
		for name, part := range l.contexts.All() {
			contexts[name] = part
		}
		for provider := range l.providers.All() {
			v.providers = append(v.providers, provider)
		}
		v.suppressed = v.suppressed || l.suppressed.Len() > 0
	}
	v.sections, v.contexts = sorted(sections), sorted(contexts)
	for name := range sections {
		v.names[name] = true
	}
	return v
}

// sorted puts sections in order, by name among equals, so that the order of registration has no
// part in it.
func sorted(byName map[string]*Section) []*Section {
	out := make([]*Section, 0, len(byName))
	for _, section := range byName {
		out = append(out, section)
	}
	slices.SortFunc(out, compareSections)
	return out
}

func compareSections(a, b *Section) int {
	return cmp.Or(cmp.Compare(a.Order, b.Order), strings.Compare(a.Name, b.Name))
}

// variable returns the nearest variable of that name. It looks at the layers as they are now, so
// what is registered during an assembly counts.
func (p *Prompt) variable(k *scope.Key, name string) (VariableFunc, bool) {
	var nearest VariableFunc
	for l := range p.layers.Chain(k) {
		if f, ok := l.variables.Get(name); ok {
			nearest = f
		}
	}
	return nearest, nearest != nil
}
