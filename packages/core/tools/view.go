package tools

import (
	"slices"
	"sync"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
)

// view is what one key sees at one generation (R41). Immutable.
type view struct {
	tools   []*Registration
	byName  map[string]*Registration
	guarded bool

	all, unconditional declared
}

// declared is a list of tools and, made once, what a model is told about them.
type declared struct {
	once         sync.Once
	tools        []*Registration
	declarations []llm.ToolDeclaration
	late         sync.Once
	listed       *declared // without what is loaded late; itself where nothing is
}

func (d *declared) schemas() []llm.ToolDeclaration {
	d.once.Do(func() { d.declarations = declarationsOf(d.tools) })
	return d.declarations
}

// callable is what may be called without a set: conditional tools may not
// (R51).
func (v *view) callable() *declared { return &v.unconditional }

// view returns the current view of key: one atomic load and a map read when
// nothing changed since the last call.
func (r *Registry) view(key *scope.Key) *view {
	return r.views.Get(key, r.layers.Generation(), r.build)
}

func (r *Registry) buildView(key *scope.Key) *view {
	chain := slices.Collect(r.layers.Chain(key))
	own := r.layers.Own(key)
	r.mu.RLock()
	defer r.mu.RUnlock()
	v := &view{}
	var merged overlay
	var masks []*mask
	for _, l := range chain {
		masks = append(masks, l.restrictions...)
		v.guarded = v.guarded || !l.guards.empty()
		if l != own || key == nil {
			merged.add(l.tools)
		}
	}
	merged.filter(masks)
	if own != nil && key != nil {
		merged.add(own.tools)
	}
	v.tools, v.byName = merged.finish()
	v.all.tools = v.tools
	v.unconditional.tools = slices.DeleteFunc(slices.Clone(v.tools), (*Registration).Conditional)
	return v
}

// inherited returns the names that key inherits, whatever restrictions say.
func (r *Registry) inherited(key *scope.Key) map[string]bool {
	known := map[string]bool{}
	chain := slices.Collect(r.layers.Chain(key))
	own := r.layers.Own(key)
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, l := range chain {
		if l == own {
			continue
		}
		for _, t := range l.tools {
			known[t.def.Name] = true
		}
	}
	return known
}

// overlay merges layers: a shadow keeps the position of what it replaces. Its
// index is made when a second layer needs it.
type overlay struct {
	tools []*Registration
	at    map[string]int
}

func (o *overlay) add(tools []*Registration) {
	if len(tools) == 0 {
		return
	}
	if len(o.tools) == 0 { // names within a layer differ
		o.tools = slices.Clone(tools)
		return
	}
	o.index()
	for _, t := range tools {
		if i, ok := o.at[t.def.Name]; ok {
			o.tools[i] = t
			continue
		}
		o.at[t.def.Name] = len(o.tools)
		o.tools = append(o.tools, t)
	}
}

func (o *overlay) index() {
	if o.at != nil {
		return
	}
	o.at = make(map[string]int, len(o.tools))
	for i, t := range o.tools {
		o.at[t.def.Name] = i
	}
}

func (o *overlay) filter(masks []*mask) {
	if len(masks) == 0 {
		return
	}
	f := filterOf(masks)
	o.tools = slices.DeleteFunc(o.tools, func(t *Registration) bool { return !f.admits(t.def.Name) })
	o.at = nil
}

func (o *overlay) finish() ([]*Registration, map[string]*Registration) {
	byName := make(map[string]*Registration, len(o.tools))
	for _, t := range o.tools {
		byName[t.def.Name] = t
	}
	return o.tools, byName
}

func declarationsOf(tools []*Registration) []llm.ToolDeclaration {
	list := make([]llm.ToolDeclaration, len(tools))
	for i, t := range tools {
		list[i] = t.declaration
	}
	return list
}
