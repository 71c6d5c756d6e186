package llm

import (
	"strings"
)

// Content is what a message or a tool result says: blocks in order. A Content is passed
// around without copying; whoever wants to change one makes a [Content.Clone] first.
type Content []Block

// TextContent returns a content of one text block, and an empty content for "".
func TextContent(s string) Content {
	if s == "" {
		return nil
	}
	return Content{Text{Text: s}}
}

// Text returns the text blocks joined by newlines, leaving out everything else.
func (c Content) Text() string {
	if len(c) == 1 {
		if t, ok := c[0].(Text); ok {
			return t.Text
		}
	}
	var parts []string
	for _, b := range c {
		if t, ok := b.(Text); ok {
			parts = append(parts, t.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// HasImage reports whether a block is an [Image].
func (c Content) HasImage() bool {
	for _, b := range c {
		if _, ok := b.(Image); ok {
			return true
		}
	}
	return false
}

// IsEmpty reports whether the content says nothing: no block, or empty ones only.
func (c Content) IsEmpty() bool {
	for _, b := range c {
		switch b := b.(type) {
		case Text:
			if b.Text != "" {
				return false
			}
		case Image:
			if len(b.Data) > 0 {
				return false
			}
		}
	}
	return true
}

// Clone returns a copy that shares nothing with c.
func (c Content) Clone() Content {
	if c == nil {
		return nil
	}
	copied := make(Content, len(c))
	for i, b := range c {
		if b != nil {
			copied[i] = b.clone()
		}
	}
	return copied
}

// Equal reports whether both have the same blocks in the same order; no content equals
// empty content.
func (c Content) Equal(d Content) bool {
	if len(c) != len(d) {
		return false
	}
	for i := range c {
		if c[i] == nil || d[i] == nil {
			if c[i] != nil || d[i] != nil {
				return false
			}
			continue
		}
		if !c[i].equal(d[i]) {
			return false
		}
	}
	return true
}
