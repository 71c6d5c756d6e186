// Package site makes a static site of the pages below docs: the same Markdown,
// rendered, with links between pages and everything that they show.
package site

import (
	"bytes"
	"fmt"
	"html"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/dsh-go/dsh/tools/gen/internal/links"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	renderer "github.com/yuin/goldmark/renderer/html"
)

// Repository is where links out of docs lead to.
const Repository = "https://github.com/dsh-go/dsh/blob/main/"

// Write renders docs below root into a directory, which it makes.
func Write(root, into string) error {
	docs := filepath.Join(root, "docs")
	return filepath.WalkDir(docs, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(docs, name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if filepath.Ext(rel) == ".md" {
			if text, err = Page(filepath.ToSlash(rel), text); err != nil {
				return fmt.Errorf("docs/%s: %w", filepath.ToSlash(rel), err)
			}
			rel = filepath.FromSlash(htmlName(filepath.ToSlash(rel)))
		}
		out := filepath.Join(into, rel)
		if err := os.MkdirAll(filepath.Dir(out), 0o777); err != nil {
			return err
		}
		return os.WriteFile(out, text, 0o666)
	})
}

// Page renders one page; rel is its path below docs, with slashes.
func Page(rel string, text []byte) ([]byte, error) {
	md := goldmark.New(
		goldmark.WithExtensions(extension.GFM),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithUnsafe()), // the pages are ours, and use <details>
	)
	var body bytes.Buffer
	context := parser.NewContext(parser.WithIDs(&slugs{}))
	if err := md.Convert(text, &body, parser.WithContext(context)); err != nil {
		return nil, err
	}
	depth := strings.Repeat("../", strings.Count(rel, "/"))
	page := target.ReplaceAllStringFunc(body.String(), func(found string) string {
		m := target.FindStringSubmatch(found)
		return m[1] + `="` + html.EscapeString(Link(rel, html.UnescapeString(m[2]))) + `"`
	})
	return []byte(fmt.Sprintf(frame, html.EscapeString(title(text)), depth, page)), nil
}

var target = regexp.MustCompile(`(href|src)="([^"]*)"`)

// Link turns a link of a page into one of the site.
func Link(rel, link string) string {
	if link == "" || strings.Contains(link, "://") || strings.HasPrefix(link, "#") {
		return link
	}
	file, fragment, _ := strings.Cut(link, "#")
	if fragment != "" {
		fragment = "#" + fragment
	}
	at := path.Join("docs", path.Dir(rel), file)
	if below, inside := strings.CutPrefix(at, "docs/"); inside {
		if strings.HasSuffix(below, ".md") {
			return strings.Repeat("../", strings.Count(rel, "/")) + htmlName(below) + fragment
		}
		return link
	}
	return Repository + at + fragment
}

func htmlName(rel string) string {
	if path.Base(rel) == "README.md" {
		return path.Join(path.Dir(rel), "index.html")
	}
	return strings.TrimSuffix(rel, ".md") + ".html"
}

func title(text []byte) string {
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(line, "# ")
}

// slugs gives headings the anchors that the links of the pages use.
type slugs struct{ seen map[string]int }

// Generate returns the anchor of a heading.
func (s *slugs) Generate(value []byte, _ ast.NodeKind) []byte {
	if s.seen == nil {
		s.seen = map[string]int{}
	}
	slug := links.Slug(strings.ReplaceAll(string(value), "`", ""))
	n := s.seen[slug]
	s.seen[slug]++
	if n > 0 {
		slug = fmt.Sprintf("%s-%d", slug, n)
	}
	return []byte(slug)
}

// Put notes an anchor that a page gives itself.
func (s *slugs) Put([]byte) {}

const frame = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>%s · dsh</title>
<style>
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2328}
pre{background:#f4f6f8;padding:.8rem;overflow:auto;border-radius:6px}code{font-size:.9em}
table{border-collapse:collapse;display:block;overflow:auto}td,th{border:1px solid #d0d7de;padding:.3rem .6rem;vertical-align:top}
img{max-width:100%%}nav{margin-bottom:2rem}
</style>
<nav><a href="%sindex.html">dsh</a></nav>
%s</html>
`
