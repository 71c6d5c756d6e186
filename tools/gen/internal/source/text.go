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

// Markdown turns the text of a comment into one paragraph of Markdown.
func Markdown(text string) string {
	text = strings.Join(strings.Fields(text), " ")
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
