package conformance

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// tree is a JSON value of a vector file, decoded into the values of this
// package, special values included.
type tree struct {
	value any
	// skip says that the value cannot be expressed in Go.
	skip error
	set  bool
}

// UnmarshalJSONFrom implements the decoding of one value.
func (t *tree) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	raw, err := d.ReadValue()
	if err != nil {
		return err
	}
	t.set = true
	p := treeParser{dec: jsontext.NewDecoder(bytes.NewReader(raw), jsontext.AllowInvalidUTF8(true))}
	t.value, err = p.value()
	t.skip = p.skip
	return err
}

// treeParser reads a value token by token, so that member order is kept.
type treeParser struct {
	dec  *jsontext.Decoder
	skip error
}

func (p *treeParser) value() (any, error) {
	tok, err := p.dec.ReadToken()
	if err != nil {
		return nil, err
	}
	switch tok.Kind() {
	case 'n':
		return nil, nil
	case 't', 'f':
		return tok.Bool(), nil
	case '"':
		return tok.String(), nil
	case '0':
		return Number(tok.String()), nil
	case '[':
		return p.list()
	case '{':
		return p.object()
	}
	return nil, fmt.Errorf("unexpected %v", tok)
}

func (p *treeParser) list() (any, error) {
	list := []any{}
	for p.dec.PeekKind() != ']' {
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := p.dec.ReadToken()
	return list, err
}

func (p *treeParser) object() (any, error) {
	o := &Object{}
	for p.dec.PeekKind() != '}' {
		name, err := p.dec.ReadToken()
		if err != nil {
			return nil, err
		}
		member := Member{Name: name.String()}
		if member.Value, err = p.value(); err != nil {
			return nil, err
		}
		o.Members = append(o.Members, member)
	}
	if _, err := p.dec.ReadToken(); err != nil && err != io.EOF {
		return nil, err
	}
	return p.resolve(o)
}

// resolve replaces an object that stands for a special value.
func (p *treeParser) resolve(o *Object) (any, error) {
	name, ok := specialName(o)
	if !ok {
		return o, nil
	}
	v, err := special(name)
	if missing, ok := err.(*inexpressibleError); ok {
		p.skip = missing
		return nil, nil
	}
	return v, err
}

func specialName(o *Object) (string, bool) {
	if len(o.Members) != 1 || o.Members[0].Name != specialKey {
		return "", false
	}
	name, ok := o.Members[0].Value.(string)
	return name, ok
}

// parseTree reads JSON text that a driver returned.
func parseTree(text string) (any, error) {
	p := treeParser{
		dec: jsontext.NewDecoder(bytes.NewReader([]byte(text)), jsontext.AllowInvalidUTF8(true)),
	}
	v, err := p.value()
	if err != nil {
		return nil, err
	}
	if _, err := p.dec.ReadToken(); err != io.EOF {
		return nil, fmt.Errorf("more than one value in %q", text)
	}
	return v, nil
}
