package llm

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The codecs are strict wherever the types occur: a member or block type they do not know
// is an error, so that nothing of a log is lost in silence. What they write they read
// back and write again as the same bytes.

func formatError(format string, args ...any) error {
	return &Error{Code: CodeFormat, Message: fmt.Sprintf(format, args...)}
}

// decodeStrict reads into, refusing members that it does not have.
func decodeStrict(dec *jsontext.Decoder, into any) error {
	return json.UnmarshalDecode(dec, into, json.RejectUnknownMembers(true))
}

type wireText struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type wireImage struct {
	Type      string `json:"type"`
	MediaType string `json:"mediaType"`
	Data      []byte `json:"data"`
}

type wireBlock struct {
	Type      string  `json:"type"`
	Text      *string `json:"text"`
	MediaType *string `json:"mediaType"`
	Data      *[]byte `json:"data"`
}

// MarshalJSONTo writes the blocks as an array; no content is [].
func (c Content) MarshalJSONTo(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for i, b := range c {
		if err := encodeBlock(enc, b); err != nil {
			return fmt.Errorf("block %d: %w", i, err)
		}
	}
	return enc.WriteToken(jsontext.EndArray)
}

func encodeBlock(enc *jsontext.Encoder, b Block) error {
	switch b := b.(type) {
	case Text:
		return json.MarshalEncode(enc, wireText{b.block(), b.Text})
	case Image:
		return json.MarshalEncode(enc, wireImage{b.block(), b.MediaType, b.Data})
	}
	return formatError("a content block of type %T", b)
}

// UnmarshalJSONFrom reads an array of blocks; an empty one gives a nil Content.
func (c *Content) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var wire []wireBlock
	if err := decodeStrict(dec, &wire); err != nil {
		return err
	}
	*c = nil
	for i := range wire {
		b, err := wire[i].block()
		if err != nil {
			return err
		}
		*c = append(*c, b)
	}
	return nil
}

func (w *wireBlock) block() (Block, error) {
	switch w.Type {
	case textBlock:
		if w.Text == nil || w.MediaType != nil || w.Data != nil {
			return nil, formatError("a text block has exactly the members type and text")
		}
		return Text{Text: *w.Text}, nil
	case imageBlock:
		if w.Text != nil || w.MediaType == nil || w.Data == nil {
			return nil, formatError("an image block has exactly the members type, mediaType and data")
		}
		return Image{MediaType: *w.MediaType, Data: *w.Data}, nil
	case "":
		return nil, formatError("a content block without type: it is text or image")
	}
	return nil, formatError("unknown content block type %q: it is text or image", w.Type)
}

// MarshalJSON is MarshalJSONTo for encoding/json.
func (c Content) MarshalJSON() ([]byte, error) { return json.Marshal(c) }

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (c *Content) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, c) }

// MarshalJSONTo writes the message. A message whose fields do not fit its role is refused.
func (m Message) MarshalJSONTo(enc *jsontext.Encoder) error {
	if reason := m.misfit(); reason != "" {
		return formatError("%s", reason)
	}
	type plain Message
	return json.MarshalEncode(enc, plain(m))
}

// UnmarshalJSONFrom reads a message and checks that its fields fit its role.
func (m *Message) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain Message
	var p plain
	if err := decodeStrict(dec, &p); err != nil {
		return err
	}
	if reason := Message(p).misfit(); reason != "" {
		return formatError("%s", reason)
	}
	*m = Message(p)
	return nil
}

// misfit says which field does not belong to the role, or "".
func (m Message) misfit() string {
	switch {
	case !m.Role.IsValid():
		return fmt.Sprintf("unknown role %q: it is user, assistant or tool", m.Role)
	case (m.Role == RoleTool) != (m.ToolResult != nil):
		return "a tool message, and no other, has a tool result"
	case m.Role != RoleAssistant && (len(m.ToolCalls) > 0 || len(m.Reasoning) > 0 || m.Interrupted):
		return "only an assistant message has tool calls or reasoning or is interrupted"
	case m.Role == RoleTool && len(m.Content) > 0:
		return "a tool message has its content in the tool result"
	}
	return ""
}

// UnmarshalJSONFrom reads a tool call strictly.
func (c *ToolCall) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ToolCall
	return decodeStrict(dec, (*plain)(c))
}

// UnmarshalJSONFrom reads a tool result strictly.
func (r *ToolResult) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ToolResult
	return decodeStrict(dec, (*plain)(r))
}

// UnmarshalJSONFrom reads a declaration strictly.
func (d *ToolDeclaration) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain ToolDeclaration
	return decodeStrict(dec, (*plain)(d))
}

// UnmarshalJSONFrom reads a request strictly.
func (r *Request) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain Request
	return decodeStrict(dec, (*plain)(r))
}

// UnmarshalJSONFrom reads a response strictly.
func (r *Response) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	type plain Response
	return decodeStrict(dec, (*plain)(r))
}
