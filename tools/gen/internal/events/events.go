// Package events reads the typed events of the workspace: what is declared, who
// dispatches it, who listens (R112).
package events

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
	"golang.org/x/tools/go/packages"
)

// Read returns every event of the product, sorted by name. An event without a
// comment, a tag or a dispatcher is an error that says what to write.
func Read(t *source.Tree) ([]model.Event, error) {
	r := &reader{tree: t, events: map[string]*found{}}
	for _, p := range t.Product() {
		r.declarations(p)
	}
	for _, p := range t.Product() {
		r.uses(p)
	}
	return r.result()
}

// found is an event while it is being gathered.
type found struct {
	model.Event
	listeners map[string]map[string]bool
	senders   map[string]bool
}

type reader struct {
	tree *source.Tree
	// events are keyed by package path, struct and field, since objects of other
	// packages may come from their export data.
	events map[string]*found
	wrong  []error
}

func (r *reader) fail(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Errorf(format, args...))
}

// declarations finds the struct fields that are events.
func (r *reader) declarations(p *packages.Package) {
	for _, file := range p.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if body, ok := spec.Type.(*ast.StructType); ok {
				for _, f := range body.Fields.List {
					r.field(p, spec.Name.Name, f)
				}
			}
			return true
		})
	}
}

func (r *reader) field(p *packages.Package, owner string, f *ast.Field) {
	named := eventType(p.TypesInfo.TypeOf(f.Type))
	if named == nil || len(f.Names) != 1 || !f.Names[0].IsExported() {
		return
	}
	name := f.Names[0].Name
	dir := source.Dir(p.PkgPath)
	tag := ""
	if f.Tag != nil {
		tag = reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("event")
	}
	e := &found{Event: model.Event{
		Name: tag, Mode: named.Obj().Name(), Package: dir, Field: owner + "." + name,
		Doc: source.Text(f.Doc),
	}, listeners: map[string]map[string]bool{}, senders: map[string]bool{}}
	e.Payload, e.Result = payload(p.Types, named)
	switch {
	case tag == "":
		r.fail("%s: event field %s.%s has no tag: write event:\"group/name\"", dir, owner, name)
	case e.Doc == "":
		r.fail("%s: event %q (field %s.%s) has no comment: say when it is dispatched, what a listener may change and what its failure does",
			dir, tag, owner, name)
	}
	r.events[p.PkgPath+"."+owner+"."+name] = e
}

// eventType returns the kind of event that t is, nil if it is none.
func eventType(t types.Type) *types.Named {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != source.EventPackage {
		return nil
	}
	if named.TypeArgs().Len() == 0 {
		return nil
	}
	switch named.Obj().Name() {
	case "Waterfall", "Notice", "Parallel", "Serial", "Broadcast":
		return named
	}
	return nil
}

func payload(home *types.Package, named *types.Named) (in, out string) {
	qualify := func(p *types.Package) string {
		if p == home {
			return ""
		}
		return p.Name()
	}
	args := named.TypeArgs()
	in = types.TypeString(args.At(0), qualify)
	if args.Len() > 1 {
		out = types.TypeString(args.At(1), qualify)
	}
	return in, out
}

// uses finds the calls of methods of events.
func (r *reader) uses(p *packages.Package) {
	for _, file := range p.Syntax {
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
			if !ok || eventType(p.TypesInfo.TypeOf(method.X)) == nil {
				return true
			}
			if e := r.selected(p, method.X); e != nil {
				r.use(p, e, method.Sel.Name, call)
			}
			return true
		})
	}
}

func (r *reader) use(p *packages.Package, e *found, method string, call *ast.CallExpr) {
	dir := source.Dir(p.PkgPath)
	switch method {
	case "On":
		labels := e.listeners[dir]
		if labels == nil {
			labels = map[string]bool{}
			e.listeners[dir] = labels
		}
		if label := labelOf(p, call); label != "" {
			labels[label] = true
		}
	case "Dispatch", "Emit":
		e.senders[dir] = true
		if dir != e.Package {
			r.fail("%s dispatches %q, which belongs to %s: ask its owner to", dir, e.Name, e.Package)
		}
	}
}

// selected returns the event that an expression selects, nil if it is none that
// was declared in the product.
func (r *reader) selected(p *packages.Package, x ast.Expr) *found {
	sel, ok := ast.Unparen(x).(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	selection := p.TypesInfo.Selections[sel]
	if selection == nil || selection.Kind() != types.FieldVal {
		return nil
	}
	recv := selection.Recv()
	if ptr, ok := types.Unalias(recv).(*types.Pointer); ok {
		recv = ptr.Elem()
	}
	owner, ok := types.Unalias(recv).(*types.Named)
	if !ok || owner.Obj().Pkg() == nil {
		return nil
	}
	return r.events[owner.Obj().Pkg().Path()+"."+owner.Obj().Name()+"."+sel.Sel.Name]
}

// labelOf returns the constant label that a registration gives itself.
func labelOf(p *packages.Package, call *ast.CallExpr) string {
	for _, arg := range call.Args {
		option, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok || len(option.Args) != 1 {
			continue
		}
		name, ok := option.Fun.(*ast.SelectorExpr)
		if !ok || name.Sel.Name != "Label" {
			continue
		}
		if v := p.TypesInfo.Types[option.Args[0]].Value; v != nil && v.Kind() == constant.String {
			return constant.StringVal(v)
		}
	}
	return ""
}

func (r *reader) result() ([]model.Event, error) {
	var all []model.Event
	seen := map[string]string{}
	for _, key := range slices.Sorted(maps.Keys(r.events)) {
		e := r.events[key]
		if first, twice := seen[e.Name]; twice {
			r.fail("event %q is declared by %s and by %s: rename one", e.Name, first, e.Package)
		}
		seen[e.Name] = e.Package
		e.Dispatchers = slices.Sorted(maps.Keys(e.senders))
		if len(e.Dispatchers) == 0 {
			r.fail("%s: event %q (field %s) is dispatched nowhere: dispatch it, or delete the field",
				e.Package, e.Name, e.Field)
		}
		for _, dir := range slices.Sorted(maps.Keys(e.listeners)) {
			e.Listeners = append(e.Listeners, model.Listener{
				Package: dir, Labels: slices.Sorted(maps.Keys(e.listeners[dir])),
			})
		}
		all = append(all, e.Event)
	}
	slices.SortFunc(all, func(a, b model.Event) int { return cmp.Compare(a.Name, b.Name) })
	return all, errors.Join(r.wrong...)
}
