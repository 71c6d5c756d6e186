package mcp

import (
	"encoding/base64"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// reply is a server's result, taken apart once.
type reply struct {
	name       string          // of the tool, as the server calls it
	value      jsonvalue.Value // {content, structuredContent?}
	blocks     jsonvalue.Value
	structured jsonvalue.Value // absent if there is none
	isError    bool
}

// readReply reads a result of tools/call, or the value that was made of one.
func readReply(name string, result jsonvalue.Value) reply {
	r := reply{name: name}
	failed, _ := result.Get("isError")
	r.isError, _ = failed.AsBool()
	r.blocks, _ = result.Get("content")
	if r.blocks.Kind() != jsonvalue.KindArray {
		r.blocks = legacyContent(result)
	}
	members := []jsonvalue.Member{{Name: "content", Value: r.blocks}}
	if structured, ok := result.Get("structuredContent"); ok {
		r.structured = structured
		members = append(members, jsonvalue.Member{Name: "structuredContent", Value: structured})
	}
	r.value = jsonvalue.NewObject(members...)
	return r
}

// legacyContent is the result of a server from before content blocks, as text.
func legacyContent(result jsonvalue.Value) jsonvalue.Value {
	legacy, ok := result.Get("toolResult")
	if !ok {
		return jsonvalue.Array()
	}
	text, isText := legacy.AsString()
	if !isText {
		text = legacy.Text()
	}
	return jsonvalue.Array(jsonvalue.NewObject(
		jsonvalue.Member{Name: "type", Value: jsonvalue.String("text")},
		jsonvalue.Member{Name: "text", Value: jsonvalue.String(text)},
	))
}

// text is what the model reads where images are not shown.
func (r reply) text() string {
	var lines []string
	for _, b := range r.blocks.Elements() {
		if line := blockText(b); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return r.invisible()
	}
	return strings.Join(lines, "\n")
}

// invisible stands for a result without visible content: its structured part,
// if it has one.
func (r reply) invisible() string {
	if r.structured.IsAbsent() {
		return fmt.Sprintf("(%s returned no model-visible content)", r.name)
	}
	return r.structured.Text()
}

// content is what the model reads with images, nil if the result has none. They
// are shown all or none, with the reason for each: what the model sees must not
// differ from the value by chance (fault 115).
func (r reply) content() llm.Content {
	var images []llm.Image
	var problems []string
	for _, b := range r.blocks.Elements() {
		if kind(b) == "image" {
			image, problem := readImage(b)
			images, problems = append(images, image), append(problems, problem)
		}
	}
	if len(images) == 0 {
		return nil
	}
	var c composer
	all := strings.Join(problems, "") == ""
	for _, b := range r.blocks.Elements() {
		switch {
		case kind(b) != "image":
			c.line(blockText(b))
			continue
		case all:
			c.image(images[0])
		default:
			c.line(imageNote(images[0], problems[0]))
		}
		images, problems = images[1:], problems[1:]
	}
	return c.finish()
}

// composer joins lines between images to text blocks.
type composer struct {
	content llm.Content
	lines   []string
}

func (c *composer) line(text string) {
	if text != "" {
		c.lines = append(c.lines, text)
	}
}

func (c *composer) image(i llm.Image) {
	c.content = append(c.finish(), i)
}

func (c *composer) finish() llm.Content {
	if len(c.lines) > 0 {
		c.content = append(c.content, llm.Text{Text: strings.Join(c.lines, "\n")})
		c.lines = nil
	}
	return c.content
}

func kind(block jsonvalue.Value) string {
	k, _ := text(block, "type")
	return k
}

// blockText is the text of a block, a bracketed note for what is no text.
func blockText(b jsonvalue.Value) string {
	switch kind(b) {
	case "text":
		t, _ := text(b, "text")
		return t
	case "resource_link":
		uri, _ := text(b, "uri")
		name, _ := text(b, "name")
		if name == "" {
			return uri
		}
		return name + ": " + uri
	case "image", "audio":
		mediaType, _ := text(b, "mimeType")
		return "[" + kind(b) + " " + mediaType + "]"
	case "resource":
		resource, _ := b.Get("resource")
		uri, _ := text(resource, "uri")
		if t, ok := text(resource, "text"); ok && t != "" {
			return "[resource " + uri + "]\n" + t
		}
		return "[embedded resource " + uri + "]"
	}
	return "[unknown content " + kind(b) + "]"
}

// MaxImage is the largest image that is shown to a model, in bytes: the limit of
// images that are read from files.
const MaxImage = 20 << 20

// readImage reads an image block, or says why it cannot be shown.
func readImage(b jsonvalue.Value) (image llm.Image, problem string) {
	image.MediaType, _ = text(b, "mimeType")
	data, _ := text(b, "data")
	if base64.StdEncoding.DecodedLen(len(data)) > MaxImage+2 {
		return image, fmt.Sprintf("larger than %d bytes", MaxImage)
	}
	decoded, err := base64.StdEncoding.Strict().DecodeString(data)
	if err != nil || strings.ContainsAny(data, "\r\n") {
		return image, "not canonical base64"
	}
	found := sniff(decoded)
	switch {
	case found == "":
		return image, "not a PNG, JPEG, WebP or GIF file"
	case image.MediaType != found:
		return image, "declared as " + image.MediaType + ", but is " + found
	}
	image.Data = decoded
	return image, ""
}

func sniff(data []byte) string {
	head := string(data[:min(len(data), 12)])
	switch {
	case strings.HasPrefix(head, "\x89PNG\r\n\x1a\n"):
		return "image/png"
	case strings.HasPrefix(head, "\xff\xd8\xff"):
		return "image/jpeg"
	case strings.HasPrefix(head, "GIF87a"), strings.HasPrefix(head, "GIF89a"):
		return "image/gif"
	case len(head) == 12 && head[:4] == "RIFF" && head[8:] == "WEBP":
		return "image/webp"
	}
	return ""
}

func imageNote(image llm.Image, problem string) string {
	if problem == "" {
		problem = "left out because another image of the result cannot be shown"
	}
	return fmt.Sprintf("[image %s: %s]", image.MediaType, problem)
}
