// Package links checks the Markdown pages of the repository: every relative link
// leads to a file and, where it names one, to a heading; no page shows Go code
// that nobody compiles.
package links

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// Page is one parsed page.
type Page struct {
	// Path is below the root, with slashes.
	Path    string
	Links   []string
	anchors map[string]bool
	// Loose are the first lines of Go blocks that stand outside of a region.
	Loose []string
}

// Load parses the pages of the repository: everything below docs, and the other
// Markdown files that are not test data.
func Load(root string) (map[string]*Page, error) {
	pages := map[string]*Page{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && rel != "."):
			return filepath.SkipDir
		case d.IsDir() || path.Ext(rel) != ".md" && rel != "docs/llms.txt":
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		pages[rel] = Parse(rel, source)
		return nil
	})
	return pages, err
}

// Parse reads one page.
func Parse(path string, source []byte) *Page {
	p := &Page{Path: path, anchors: map[string]bool{}}
	doc := goldmark.New(goldmark.WithExtensions(extension.GFM)).Parser().Parse(text.NewReader(source))
	region := ""
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			p.Links = append(p.Links, string(n.Destination))
		case *ast.Image:
			p.Links = append(p.Links, string(n.Destination))
		case *ast.Heading:
			p.heading(plain(n, source))
		case *ast.HTMLBlock:
			region = within(region, string(n.Lines().Value(source)))
		case *ast.FencedCodeBlock:
			if string(n.Language(source)) == "go" && region == "" {
				line, _, _ := strings.Cut(string(n.Lines().Value(source)), "\n")
				p.Loose = append(p.Loose, line)
			}
		}
		return ast.WalkContinue, nil
	})
	return p
}

// within follows the comments that begin and end regions.
func within(region, html string) string {
	for line := range strings.Lines(html) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "<!-- BEGIN "):
			region = line
		case strings.HasPrefix(line, "<!-- END "):
			region = ""
		}
	}
	return region
}

// heading gives a heading its anchor, numbered where it is not the first.
func (p *Page) heading(title string) {
	slug := Slug(title)
	for n := 0; ; n++ {
		try := slug
		if n > 0 {
			try = fmt.Sprintf("%s-%d", slug, n)
		}
		if !p.anchors[try] {
			p.anchors[try] = true
			return
		}
	}
}

func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			b.Write(t.Segment.Value(source))
			continue
		}
		b.WriteString(plain(c, source))
	}
	return b.String()
}

// Slug is the anchor of a heading, as GitHub makes it.
func Slug(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', r >= 'a' && r <= 'z', r >= '0' && r <= '9', r > 127:
			return r
		}
		return -1
	}, strings.ToLower(title))
}

// Check returns what is wrong with the pages, sorted.
func Check(root string, pages map[string]*Page) error {
	var wrong []string
	for _, p := range pages {
		for _, l := range p.Links {
			if problem := p.check(root, pages, l); problem != "" {
				wrong = append(wrong, fmt.Sprintf("%s: link %q %s", p.Path, l, problem))
			}
		}
		if !strings.HasPrefix(p.Path, "docs/") {
			continue
		}
		for _, line := range p.Loose {
			wrong = append(wrong, fmt.Sprintf("%s: the Go code that begins with %q is compiled by nobody: "+
				"move it to tools/gen/snippets and show it in a region", p.Path, line))
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	slices.Sort(wrong)
	return errors.New(strings.Join(wrong, "\n"))
}

func (p *Page) check(root string, pages map[string]*Page, link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return "cannot be parsed"
	}
	if u.Scheme != "" || u.Host != "" {
		return ""
	}
	target := p.Path
	if u.Path != "" {
		target = path.Join(path.Dir(p.Path), u.Path)
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
			return "leads nowhere: no " + target
		}
	}
	if page := pages[target]; u.Fragment != "" && page != nil && !page.anchors[u.Fragment] {
		return fmt.Sprintf("names no heading of %s", target)
	}
	return ""
}
