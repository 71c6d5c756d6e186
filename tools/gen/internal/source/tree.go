package source

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/modules"
	"golang.org/x/tools/go/packages"
)

// EventPackage is the package whose types are the kinds of events.
const EventPackage = modules.Prefix + "packages/core/scope/event"

// Tree is the loaded packages, without their tests. Create it with [Load].
type Tree struct {
	// Root is the repository's directory.
	Root string
	// Fset has the positions of everything loaded.
	Fset *token.FileSet
	// Packages are sorted by path.
	Packages []*packages.Package

	byPath map[string]*packages.Package
}

// Query says what to load.
type Query struct {
	// Root is the repository's directory.
	Root string
	// Patterns are those of the go command; none means the whole workspace.
	Patterns []string
	// Overlay replaces the content of files, by their absolute names: the copies
	// on which tests plant mistakes.
	Overlay map[string][]byte
}

const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedModule | packages.NeedTypes | packages.NeedTypesInfo |
	packages.NeedSyntax

// Load loads packages with syntax and types. Code that does not compile is an
// error, since half of it would be read.
func Load(ctx context.Context, q Query) (*Tree, error) {
	if len(q.Patterns) == 0 {
		q.Patterns = []string{"work"}
	}
	fset := token.NewFileSet()
	loaded, err := packages.Load(&packages.Config{
		Context: ctx, Dir: q.Root, Mode: loadMode, Fset: fset, Overlay: q.Overlay, Env: Environment(q.Root),
	}, q.Patterns...)
	if err != nil {
		return nil, fmt.Errorf("load the workspace: %w", err)
	}
	t := &Tree{Root: q.Root, Fset: fset, byPath: map[string]*packages.Package{}}
	var wrong []error
	for _, p := range loaded {
		for _, e := range p.Errors {
			wrong = append(wrong, fmt.Errorf("%s: %w", Dir(p.PkgPath), e))
		}
		t.byPath[p.PkgPath] = p
		t.Packages = append(t.Packages, p)
	}
	slices.SortFunc(t.Packages, func(a, b *packages.Package) int { return strings.Compare(a.PkgPath, b.PkgPath) })
	return t, errors.Join(wrong...)
}

// Environment is that of go commands that look at the repository at root, as a
// workspace, also where the caller's own module stands alone.
func Environment(root string) []string {
	return append(os.Environ(), "GOWORK="+filepath.Join(root, "go.work"))
}

// Product returns the loaded packages that are part of the product: not the
// tools of the repository, not its conformance runner, not its examples.
func (t *Tree) Product() []*packages.Package {
	var list []*packages.Package
	for _, p := range t.Packages {
		dir := Dir(p.PkgPath)
		if strings.HasPrefix(dir, "packages/") || strings.HasPrefix(dir, "cmd/") {
			list = append(list, p)
		}
	}
	return list
}

// Package returns the loaded package in a directory below the root, nil if it
// was not loaded.
func (t *Tree) Package(dir string) *packages.Package { return t.byPath[modules.Prefix+dir] }

// Dir returns the directory below the root of a package of the repository, and
// any other path as it is.
func Dir(path string) string { return strings.TrimPrefix(path, modules.Prefix) }

// File returns the path below the root, with slashes, of the file that pos is in.
func (t *Tree) File(pos token.Pos) string {
	name := t.Fset.Position(pos).Filename
	if rel, err := filepath.Rel(t.Root, name); err == nil {
		return filepath.ToSlash(rel)
	}
	return name
}

// TypeSpec finds the declaration of a type by package path and name, with its
// comment.
func (t *Tree) TypeSpec(path, name string) (spec *ast.TypeSpec, doc *ast.CommentGroup) {
	p := t.byPath[path]
	if p == nil {
		return nil, nil
	}
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if !ok || gen.Tok != token.TYPE {
				continue
			}
			for _, s := range gen.Specs {
				if ts := s.(*ast.TypeSpec); ts.Name.Name == name {
					return ts, cmpDoc(ts.Doc, gen)
				}
			}
		}
	}
	return nil, nil
}

// cmpDoc is the comment of a spec, or of a declaration that has no other.
func cmpDoc(doc *ast.CommentGroup, gen *ast.GenDecl) *ast.CommentGroup {
	if doc == nil && !gen.Lparen.IsValid() {
		return gen.Doc
	}
	return doc
}
