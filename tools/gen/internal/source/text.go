package source

import (
	"go/ast"
	"regexp"
	"strings"
)

// Text returns a comment as one paragraph of Markdown: lines joined, links to
// names as code. Directives are left out. No comment gives "".
func Text(doc *ast.CommentGroup) string {
	if doc == nil {
		return ""
	}
	return Markdown(doc.Text())
}

var docLink = regexp.MustCompile(`\[(\*?[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*)\]`)

// section is a reference to a part of the specification that has no rule number,
// and so nothing to link to.
var section = regexp.MustCompile(` ?\(§[^)]*\)`)

// Markdown turns the text of a comment into one paragraph of Markdown.
func Markdown(text string) string {
	text = section.ReplaceAllString(strings.Join(strings.Fields(text), " "), "")
	return docLink.ReplaceAllString(text, "`$1`")
}

// First returns the first sentence of a paragraph.
func First(text string) string {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '.' && text[i+1] == ' ' && !strings.HasSuffix(text[:i], " e.g") {
			return text[:i+1]
		}
	}
	return text
}

// Summary is the first sentence of a package's comment as it stands in a table:
// "Package read is the tool read." becomes "The tool read."
func Summary(text string) string {
	text = First(text)
	for _, kind := range []string{"Package ", "Command "} {
		rest, ok := strings.CutPrefix(text, kind)
		if !ok {
			continue
		}
		if _, rest, ok = strings.Cut(rest, " "); ok && rest != "" {
			rest = strings.TrimPrefix(rest, "is ")
			return strings.ToUpper(rest[:1]) + rest[1:]
		}
	}
	return text
}
