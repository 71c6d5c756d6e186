package config

import (
	"go/ast"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/model"
	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"github.com/dsh-go/dsh/tools/gen/internal/source"
)

// walker gathers the members of one configuration.
type walker struct {
	tree     *source.Tree
	plugin   string
	defaults reflect.Value // invalid where nobody could be asked
	wrong    []error
	out      []model.Field
}

func (w *walker) fields(t types.Type) []model.Field {
	w.walk(t, "", nil, 0)
	return w.out
}

// maxDepth bounds configurations that contain themselves.
const maxDepth = 6

// walk adds the members of a struct type below a JSON path and a path of Go
// fields.
func (w *walker) walk(t types.Type, prefix string, path []string, depth int) {
	named, body := structOf(t)
	if body == nil || depth > maxDepth {
		return
	}
	docs := w.docs(named)
	for i := range body.NumFields() {
		f := body.Field(i)
		name, inline, skip := member(f, body.Tag(i))
		if skip {
			continue
		}
		at := append(path[:len(path):len(path)], f.Name())
		if inline {
			w.walk(f.Type(), prefix, at, depth+1)
			continue
		}
		w.member(f, prefix+name, at, docs[f.Name()])
		w.below(f.Type(), prefix+name, at, depth)
	}
}

func (w *walker) member(f *types.Var, name string, path []string, doc string) {
	if doc == "" {
		w.fail("configuration field %q (%s) has no comment: say what it does, its unit and its default",
			name, strings.Join(path, "."))
	}
	w.out = append(w.out, model.Field{
		Name: name, Type: wordOf(f.Type()), Unit: unitOf(name, f.Type()),
		Default: w.defaultOf(path), Doc: doc,
	})
}

// below walks into structs of the product, also through lists and maps, where
// there are no defaults.
func (w *walker) below(t types.Type, name string, path []string, depth int) {
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		w.below(u.Elem(), name, path, depth)
	case *types.Slice:
		w.below(u.Elem(), name+"[]", nil, depth)
	case *types.Map:
		w.below(u.Elem(), name+".*", nil, depth)
	case *types.Struct:
		named, _ := structOf(t)
		if named != nil && ours(named) && !textual(named) {
			w.walk(t, name+".", path, depth+1)
		}
	}
}

// member tells how a field is written in JSON.
func member(f *types.Var, tag string) (name string, inline, skip bool) {
	text := reflect.StructTag(tag).Get("json")
	name, options, _ := strings.Cut(text, ",")
	switch {
	case text == "-" || !f.Exported() && !f.Anonymous():
		return "", false, true
	case f.Anonymous() && name == "", strings.Contains(options, "inline"):
		return "", true, false
	case name == "":
		return f.Name(), false, false
	}
	return strings.Trim(name, "'"), false, false
}

func structOf(t types.Type) (*types.Named, *types.Struct) {
	t = types.Unalias(t)
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	named, _ := t.(*types.Named)
	body, _ := t.Underlying().(*types.Struct)
	return named, body
}

func ours(named *types.Named) bool {
	p := named.Obj().Pkg()
	return p != nil && strings.HasPrefix(p.Path(), modules.Prefix)
}

// textual reports whether a type reads itself from JSON and has no names for its
// fields there, so that they say nothing.
func textual(named *types.Named) bool {
	if body, ok := named.Underlying().(*types.Struct); ok {
		for i := range body.NumFields() {
			if reflect.StructTag(body.Tag(i)).Get("json") != "" {
				return false
			}
		}
	}
	methods := types.NewMethodSet(types.NewPointer(named))
	for _, name := range []string{"UnmarshalJSON", "UnmarshalJSONFrom", "UnmarshalText"} {
		if methods.Lookup(named.Obj().Pkg(), name) != nil {
			return true
		}
	}
	return false
}

// docs returns the comments of a struct's fields by their Go name.
func (w *walker) docs(named *types.Named) map[string]string {
	docs := map[string]string{}
	if named == nil || named.Obj().Pkg() == nil {
		return docs
	}
	spec, _ := w.tree.TypeSpec(named.Obj().Pkg().Path(), named.Obj().Name())
	if spec == nil {
		return docs
	}
	body, ok := spec.Type.(*ast.StructType)
	if !ok {
		return docs
	}
	above := ""
	for _, f := range body.Fields.List {
		text := source.Text(f.Doc)
		if text == "" {
			text = source.Text(f.Comment)
		}
		for _, name := range f.Names {
			docs[name.Name] = text
			if text == "" && slices.Contains(strings.Fields(above), name.Name) {
				docs[name.Name] = above // "MaxSide and MaxPixels bound …"
			}
		}
		if text != "" {
			above = text
		}
	}
	return docs
}

// wordOf names a type as JSON sees it.
func wordOf(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		if named.Obj().Pkg().Path() == "time" && named.Obj().Name() == "Duration" {
			return "duration"
		}
	}
	switch u := types.Unalias(t).Underlying().(type) {
	case *types.Pointer:
		return wordOf(u.Elem()) + " or null"
	case *types.Slice:
		return "array of " + wordOf(u.Elem())
	case *types.Array:
		return "array of " + wordOf(u.Elem())
	case *types.Map:
		return "map of " + wordOf(u.Elem())
	case *types.Basic:
		return basicWord(u)
	case *types.Interface:
		return "any"
	}
	return "object"
}

func basicWord(b *types.Basic) string {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return "boolean"
	case info&types.IsInteger != 0:
		return "integer"
	case info&types.IsFloat != 0:
		return "number"
	case info&types.IsString != 0:
		return "string"
	}
	return b.Name()
}

// unitOf reads the unit off a member's name.
func unitOf(name string, t types.Type) string {
	switch word := wordOf(t); {
	case word == "duration":
		return "Go duration"
	case strings.HasSuffix(name, "Ms"):
		return "ms"
	case strings.HasSuffix(name, "Bytes"):
		return "bytes"
	case strings.HasSuffix(name, "Mb"), strings.HasSuffix(name, "MiB"):
		return "MiB"
	case strings.HasSuffix(name, "Seconds"):
		return "s"
	}
	return ""
}
