// Package surface writes down what each module exports, one line for each name,
// so that a change of the interface is seen in review.
package surface

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
	"golang.org/x/tools/go/packages"
)

// Dir is where the texts are kept, below the root.
const Dir = "tools/gen/api"

// Texts returns the text of each module of the product that has an interface, by
// its file below the root.
func Texts(t *source.Tree, dirs []string) map[string]string {
	parts := map[string][]string{}
	for _, p := range t.Product() {
		dir := source.Dir(p.PkgPath)
		if p.Name == "main" || modules.Internal(dir) {
			continue
		}
		module := modules.Owner(dirs, dir)
		parts[module] = append(parts[module], packageText(p))
	}
	texts := map[string]string{}
	for module, list := range parts {
		texts[File(module)] = head(module) + strings.Join(list, "\n")
	}
	return texts
}

// File is where a module's text is kept, below the root.
func File(module string) string { return Dir + "/" + strings.ReplaceAll(module, "/", "-") + ".txt" }

func head(module string) string {
	return "# What module " + module + " exports, by `go run ./tools/gen api`.\n" +
		"# A line that goes or changes breaks users; a line that comes does not.\n\n"
}

// packageText lists a package's interface, sorted.
func packageText(p *packages.Package) string {
	w := &writer{home: p.Types}
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		if obj := scope.Lookup(name); obj.Exported() {
			w.object(obj)
		}
	}
	slices.Sort(w.lines)
	return "package " + source.Dir(p.PkgPath) + "\n" + strings.Join(w.lines, "\n") + "\n"
}

type writer struct {
	home  *types.Package
	lines []string
}

func (w *writer) add(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

func (w *writer) qualify(p *types.Package) string {
	if p == w.home {
		return ""
	}
	return p.Name()
}

func (w *writer) text(t types.Type) string { return types.TypeString(t, w.qualify) }

func (w *writer) object(obj types.Object) {
	switch obj := obj.(type) {
	case *types.Const:
		w.add("const %s %s = %s", obj.Name(), w.text(obj.Type()), obj.Val().ExactString())
	case *types.Var:
		w.add("var %s %s", obj.Name(), w.text(obj.Type()))
	case *types.Func:
		w.add("func %s%s", obj.Name(), w.signature(obj.Signature()))
	case *types.TypeName:
		w.typeName(obj)
	}
}

// signature prints a signature without the names of its parameters, which are
// no part of the interface.
func (w *writer) signature(s *types.Signature) string {
	plain := types.NewSignatureType(nil, nil, nil, nameless(s.Params()), nameless(s.Results()), s.Variadic())
	text := strings.TrimPrefix(w.text(plain), "func")
	if params := s.TypeParams(); params.Len() > 0 {
		return w.typeParams(params) + text
	}
	return text
}

func (w *writer) typeParams(list *types.TypeParamList) string {
	parts := make([]string, list.Len())
	for i := range list.Len() {
		parts[i] = list.At(i).Obj().Name() + " " + w.text(list.At(i).Constraint())
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func nameless(t *types.Tuple) *types.Tuple {
	vars := make([]*types.Var, t.Len())
	for i := range t.Len() {
		vars[i] = types.NewParam(t.At(i).Pos(), t.At(i).Pkg(), "", t.At(i).Type())
	}
	return types.NewTuple(vars...)
}

func (w *writer) typeName(obj *types.TypeName) {
	if obj.IsAlias() {
		w.add("type %s = %s", obj.Name(), w.text(types.Unalias(obj.Type())))
		return
	}
	named := obj.Type().(*types.Named)
	name := obj.Name()
	params := ""
	if named.TypeParams().Len() > 0 {
		params = w.typeParams(named.TypeParams())
	}
	switch body := named.Underlying().(type) {
	case *types.Struct:
		w.add("type %s%s struct", name, params)
		w.fields(name, body)
	case *types.Interface:
		w.add("type %s%s interface%s", name, params, sealed(body))
		w.interfaceMethods(name, body)
	default:
		w.add("type %s%s %s", name, params, w.text(body))
	}
	w.methods(name, named)
}

func (w *writer) fields(name string, body *types.Struct) {
	hidden := false
	for i := range body.NumFields() {
		f := body.Field(i)
		if !f.Exported() {
			hidden = true
			continue
		}
		embedded := ""
		if f.Embedded() {
			embedded = " (embedded)"
		}
		w.add("type %s.%s %s%s", name, f.Name(), w.text(f.Type()), embedded)
	}
	if hidden {
		w.add("type %s has unexported fields", name)
	}
}

// sealed says that an interface has methods nobody else can have.
func sealed(body *types.Interface) string {
	for i := range body.NumMethods() {
		if !body.Method(i).Exported() {
			return " (sealed)"
		}
	}
	return ""
}

func (w *writer) interfaceMethods(name string, body *types.Interface) {
	for i := range body.NumMethods() {
		if m := body.Method(i); m.Exported() {
			w.add("type %s.%s%s", name, m.Name(), w.signature(m.Signature()))
		}
	}
}

func (w *writer) methods(name string, named *types.Named) {
	for i := range named.NumMethods() {
		m := named.Method(i)
		if !m.Exported() {
			continue
		}
		receiver := name
		if _, pointer := m.Signature().Recv().Type().(*types.Pointer); pointer {
			receiver = "*" + name
		}
		w.add("method (%s) %s%s", receiver, m.Name(), w.signature(m.Signature()))
	}
}
