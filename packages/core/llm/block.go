package llm

import (
	"bytes"
	"slices"
)

// Block is one part of a [Content]: a [Text] or an [Image]. The set is closed.
type Block interface {
	// block seals the set and names the type in JSON.
	block() string
	equal(Block) bool
	clone() Block
}

// Text is a block of text. In JSON: {"type":"text","text":"…"}.
type Text struct {
	// Text is valid UTF-8.
	Text string
}

// Image is a block with a picture. In JSON the data is base64:
// {"type":"image","mediaType":"image/png","data":"…"}.
type Image struct {
	// MediaType is the MIME type, for example image/png.
	MediaType string
	// Data is the file as it is, not base64. It is not copied when a block is copied.
	Data []byte
}

const (
	textBlock  = "text"
	imageBlock = "image"
)

func (Text) block() string  { return textBlock }
func (Image) block() string { return imageBlock }

func (t Text) equal(b Block) bool {
	u, ok := b.(Text)
	return ok && t == u
}

func (i Image) equal(b Block) bool {
	j, ok := b.(Image)
	return ok && i.MediaType == j.MediaType && bytes.Equal(i.Data, j.Data)
}

func (t Text) clone() Block { return t }

func (i Image) clone() Block {
	i.Data = slices.Clone(i.Data)
	return i
}
