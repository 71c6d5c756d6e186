package schema

import (
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// validText checks a value by its text, which is JSON in the normal form of jsonvalue:
// compact, with minimal escapes and distinct names. So a name or string is equal to
// another exactly when the texts are, and nothing is ever unescaped.
func validText(n *node, text string) bool {
	r := reader{text: text}
	_, ok := r.check(n, 0)
	return ok
}

// reader reads tokens of a checked text.
type reader struct{ text string }

// check checks the value at i and returns the place behind it.
func (r reader) check(n *node, i int) (end int, ok bool) {
	if n.plain == jsonvalue.KindString {
		if r.text[i] != '"' {
			return 0, false
		}
		return r.str(i), true
	}
	switch n.shape {
	case shapeAny:
		return r.skip(i), true
	case shapeArray:
		return r.array(n, i)
	case shapeObject:
		return r.object(n, i)
	case shapeUnion:
		return r.union(n, i)
	}
	return r.scalar(n, i)
}

func (r reader) scalar(n *node, i int) (end int, ok bool) {
	kind := kindAt(r.text[i])
	if !shapeKinds[n.shape].has(kind) {
		return 0, false
	}
	end = r.skip(i)
	if n.shape == shapeInteger && !isIntegralText(r.text[i:end]) {
		return 0, false
	}
	return end, n.literals == nil || n.literals.matchToken(kind, r.text[i:end])
}

func isIntegralText(number string) bool {
	return isDigits(number) || jsonvalue.Number(number).IsInteger()
}

// matchToken is match for the text of a scalar.
func (l *literals) matchToken(kind jsonvalue.Kind, token string) bool {
	switch kind {
	case jsonvalue.KindString:
		return l.matchText(token)
	case jsonvalue.KindNumber:
		v, err := jsonvalue.NewNumber(jsonvalue.Number(token))
		return err == nil && l.match(v)
	case jsonvalue.KindBool:
		return l.match(jsonvalue.Bool(token == "true"))
	}
	return true
}

func (r reader) array(n *node, i int) (end int, ok bool) {
	if r.text[i] != '[' {
		return 0, false
	}
	if n.items == nil {
		return r.skip(i), true
	}
	if i++; r.text[i] == ']' {
		return i + 1, true
	}
	for {
		if i, ok = r.check(n.items, i); !ok {
			return 0, false
		}
		if r.text[i] == ']' {
			return i + 1, true
		}
		i++ // the comma
	}
}

// object checks the members as they come, expecting them in the order of the schema.
func (r reader) object(n *node, i int) (end int, ok bool) {
	if r.text[i] != '{' {
		return 0, false
	}
	next, required := 0, 0
	if i++; r.text[i] == '}' {
		return i + 1, n.object.needed == 0
	}
	for {
		at := n.object.nameAt(r.text, i, next)
		var declared *member
		if at >= 0 {
			declared = &n.object.members[at]
			i += len(declared.quoted)
		} else {
			i = r.str(i) + 1
		}
		switch {
		case declared == nil && n.closed:
			return 0, false
		case declared == nil:
			i = r.skip(i)
		default:
			if i, ok = r.check(declared.node, i); !ok {
				return 0, false
			}
			if declared.required {
				required++
			}
			next = at + 1
		}
		if r.text[i] == '}' {
			return i + 1, required == n.object.needed
		}
		i++ // the comma
	}
}

// nameAt finds the member whose name stands at i, or returns -1.
func (o *object) nameAt(text string, i, next int) int {
	if next < len(o.members) && strings.HasPrefix(text[i:], o.members[next].quoted) {
		return next
	}
	if o.index != nil {
		return o.lookup(text, i)
	}
	for at := range o.members {
		if strings.HasPrefix(text[i:], o.members[at].quoted) {
			return at
		}
	}
	return -1
}

// lookup finds a member of a large table by its name in the text.
func (o *object) lookup(text string, i int) int {
	quoted := text[i : reader{text}.str(i)+1]
	if at, ok := o.quotedIndex[quoted]; ok {
		return int(at)
	}
	return -1
}

// union tries every branch whose kind fits on the same text.
func (r reader) union(n *node, i int) (end int, ok bool) {
	matched, kind := 0, kindAt(r.text[i])
	for at, branch := range n.branches {
		if !n.accepts[at].has(kind) {
			continue
		}
		if behind, ok := r.check(branch, i); ok {
			matched++
			end = behind
		}
	}
	return end, matched == 1
}

// kindAt tells the kind of a value from its first byte.
func kindAt(c byte) jsonvalue.Kind {
	switch c {
	case '{':
		return jsonvalue.KindObject
	case '[':
		return jsonvalue.KindArray
	case '"':
		return jsonvalue.KindString
	case 't', 'f':
		return jsonvalue.KindBool
	case 'n':
		return jsonvalue.KindNull
	}
	return jsonvalue.KindNumber
}
