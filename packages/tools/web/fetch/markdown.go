package fetch

import (
	"slices"
	"strconv"
	"strings"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
)

// deepest is how deep elements may be nested for conversion; deeper pages stay
// HTML.
const deepest = 512

// Markdown converts a page, without its scripts and styles. What cannot be
// converted is returned as it is.
func Markdown(page string) (text string) {
	defer func() {
		if recover() != nil { // of the converter, on a page that it cannot take
			text = page
		}
	}()
	if isDeep(page) {
		return page
	}
	doc, err := html.Parse(strings.NewReader(page))
	if err != nil || tame(doc) > deepest {
		return page
	}
	c := converter.NewConverter(converter.WithPlugins(
		base.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(
			commonmark.WithHeadingStyle(commonmark.HeadingStyleATX),
			commonmark.WithBulletListMarker("-"),
		),
		table.NewTablePlugin(),
	))
	c.Register.TagType("noscript", converter.TagTypeRemove, converter.PriorityEarly)
	out, err := c.ConvertNode(doc)
	if err != nil {
		return page
	}
	return strings.TrimSpace(string(out))
}

// isDeep looks for nesting before the page is parsed, because parsing takes time
// that grows with the square of the depth. Elements whose end may be left out do
// not count: a long list is not deep.
func isDeep(page string) bool {
	z := html.NewTokenizer(strings.NewReader(page))
	for open := 0; ; {
		switch z.Next() {
		case html.ErrorToken:
			return false
		case html.StartTagToken:
			if name, _ := z.TagName(); nests(string(name)) {
				open++
			}
		case html.EndTagToken:
			if name, _ := z.TagName(); open > 0 && nests(string(name)) {
				open--
			}
		}
		if open > deepest {
			return true
		}
	}
}

// nests reports whether an element of that name must be closed.
func nests(name string) bool {
	switch name {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
		"p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot", "option", "optgroup", "colgroup",
		"rp", "rt", "html", "head", "body":
		return false
	}
	return true
}

// widest is over how many columns or rows a cell may reach; wider ones reach over
// one. The converter makes each of them.
const widest = 50

// tame makes a page fit for conversion: it bounds the reach of table cells, and
// returns how deep elements are nested. It needs no stack of its own.
func tame(root *html.Node) (depth int) {
	at := 0
	for n := root; ; {
		depth = max(depth, at)
		bound(n)
		if n.FirstChild != nil {
			n = n.FirstChild
			at++
			continue
		}
		for n != root && n.NextSibling == nil {
			n = n.Parent
			at--
		}
		if n == root {
			return depth
		}
		n = n.NextSibling
	}
}

func bound(n *html.Node) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool {
		if a.Key != "colspan" && a.Key != "rowspan" {
			return false
		}
		reach, err := strconv.Atoi(strings.TrimSpace(a.Val))
		return err != nil || reach < 1 || reach > widest
	})
}
