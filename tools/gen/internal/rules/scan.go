package rules

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// evidence is what a scan of the repository found.
type evidence struct {
	// code and tests are sets of places by rule.
	code, tests map[string]map[string]bool
	// functions are the test functions by name; cases those of vector files by
	// suite.
	functions map[string][]string
	cases     map[string]map[string]bool
	// first is one place that names each rule.
	first map[string]string
}

// scan reads every Go file of the product and its runner, and every vector file.
func scan(root string) (*evidence, error) {
	e := &evidence{
		code: map[string]map[string]bool{}, tests: map[string]map[string]bool{},
		functions: map[string][]string{}, cases: map[string]map[string]bool{}, first: map[string]string{},
	}
	for _, top := range []string{"packages", "cmd", "conformance", "tools/gen"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			rel, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			return e.file(name, filepath.ToSlash(rel))
		})
		if err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *evidence) file(name, rel string) error {
	inTestdata := strings.Contains(rel, "/testdata/")
	switch {
	case strings.HasPrefix(rel, "tools/gen/internal/rules/"): // numbers there are examples
	case strings.HasPrefix(rel, "tools/gen/snippets/"): // that is documentation
	case inTestdata && strings.HasSuffix(rel, ".json"):
		return e.vectors(name, rel)
	case !inTestdata && strings.HasSuffix(rel, ".go"):
		return e.source(name, rel)
	}
	return nil
}

// isTest reports whether a file is there for tests: also the suites that other
// packages are tested with.
func isTest(rel string) bool {
	dir := path.Dir(rel)
	return strings.HasSuffix(rel, "_test.go") || strings.HasSuffix(path.Base(dir), "test") ||
		strings.HasPrefix(rel, "packages/testkit/") || strings.HasPrefix(rel, "conformance/")
}

func (e *evidence) source(name, rel string) error {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
	if err != nil {
		return err
	}
	if !isTest(rel) {
		for _, group := range file.Comments {
			e.note(e.code, path.Dir(rel), mentions(inComment, group.Text()))
		}
		return nil
	}
	for _, decl := range file.Decls {
		e.declaration(decl, rel)
	}
	return nil
}

// declaration takes what a test declaration names: in its name, its comment, the
// comments and texts inside it.
func (e *evidence) declaration(decl ast.Decl, rel string) {
	place := path.Dir(rel)
	if f, ok := decl.(*ast.FuncDecl); ok {
		place += ": " + f.Name.Name
		if f.Recv == nil {
			e.functions[f.Name.Name] = append(e.functions[f.Name.Name], path.Dir(rel))
		}
		e.note(e.tests, place, mentions(inName, f.Name.Name))
		e.note(e.tests, place, mentions(inComment, f.Doc.Text()))
	} else if gen, ok := decl.(*ast.GenDecl); ok {
		e.note(e.tests, place, mentions(inComment, gen.Doc.Text()))
	}
	ast.Inspect(decl, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				e.note(e.tests, place, mentions(inLiteral, text))
			}
		}
		return true
	})
}

func (e *evidence) note(into map[string]map[string]bool, place string, ids []string) {
	for _, id := range ids {
		if part := whole(id); part != id { // P6a counts for P6 too
			ids = append(ids, part)
		}
	}
	for _, id := range ids {
		if into[id] == nil {
			into[id] = map[string]bool{}
		}
		into[id][place] = true
		if e.first[id] == "" {
			e.first[id] = place
		}
	}
}

var caseID = regexp.MustCompile(`"id": "([^"\\]+)"`)

// vectors takes the ids of the cases of a vector file.
func (e *evidence) vectors(name, rel string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	suite := strings.TrimSuffix(path.Base(rel), ".json")
	for _, m := range caseID.FindAllSubmatch(text, -1) {
		if e.cases[suite] == nil {
			e.cases[suite] = map[string]bool{}
		}
		e.cases[suite][string(m[1])] = true
	}
	return nil
}
