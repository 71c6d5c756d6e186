package engine

import (
	"math"
	"strconv"
	"unsafe"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/wtf8"
)

const (
	// classObject is the engine's number of the class of plain objects.
	classObject = 1
	// maxMembers is how many members of an argument are read here.
	maxMembers = 32
	// nameFlags ask for strings and symbols, and whether each is enumerable.
	nameFlags = 1<<0 | 1<<1 | 1<<5
	// accessor is set in the flags of a property with a getter or setter.
	accessor = 1 << 4
	// argumentSize is enough for most arguments, in bytes.
	argumentSize = 64
	// maxNames bounds the member names that are remembered.
	maxNames = 128
)

// argument writes the JSON text of the argument of a call, if it is what most
// are: a plain object of scalars. It looks at the object without running code of
// the program, and leaves everything else to the library, which reads it from
// the start: nobody can tell.
func (w *World) argument(v raw) (text string, simple bool, err error) {
	plain, err := w.plain(v)
	if err != nil || !plain {
		return "", false, err
	}
	names, count, err := w.names(v)
	if err != nil {
		return "", false, err
	}
	b := append(make([]byte, 0, argumentSize), '{')
	simple = count <= maxMembers
	for i := uint32(0); i < count && simple && err == nil; i++ {
		if i > 0 {
			b = append(b, ',')
		}
		b, simple, err = w.appendMember(b, v, names+8*i)
	}
	if err == nil {
		_, err = w.in.call(fnFreeNames, uint64(w.frozen.context), uint64(names), uint64(count))
	}
	if err != nil || !simple {
		return "", false, err
	}
	b = append(b, '}')
	return unsafe.String(unsafe.SliceData(b), len(b)), true, nil // nobody else has the bytes
}

// plain reports whether a value is an object as literals make them, or one
// without a prototype.
func (w *World) plain(v raw) (bool, error) {
	if v.tag() != tagObject {
		return false, nil
	}
	if class, err := w.in.call(fnClassID, uint64(v)); err != nil || class != classObject {
		return false, err
	}
	proto, err := w.in.raw(fnPrototype, uint64(w.frozen.context), uint64(v))
	if err != nil || proto == null {
		return proto == null, err
	}
	return proto == w.objectProto, w.drop(proto)
}

// names gives the list of own names of an object: eight bytes each, of which the
// first says whether it is enumerable and the others are its atom.
func (w *World) names(object raw) (list, count uint32, err error) {
	status, err := w.in.call(fnOwnNames, uint64(w.frozen.context), uint64(w.room(roomList)),
		uint64(w.room(roomCount)), uint64(object), nameFlags)
	if err != nil {
		return 0, 0, err
	}
	if status != 0 {
		return 0, 0, errThrown
	}
	list, ok := w.in.memory.ReadUint32Le(w.room(roomList))
	count, okCount := w.in.memory.ReadUint32Le(w.room(roomCount))
	if !ok || !okCount {
		return 0, 0, errForged
	}
	return list, count, nil
}

// appendMember appends the name and the value of one member.
func (w *World) appendMember(b []byte, object raw, at uint32) ([]byte, bool, error) {
	enumerable, ok := w.in.memory.ReadByte(at)
	atom, okAtom := w.in.memory.ReadUint32Le(at + 4)
	if !ok || !okAtom {
		return b, false, errForged
	}
	if enumerable == 0 {
		return b, false, nil
	}
	name, simple, err := w.name(atom)
	if err != nil || !simple {
		return b, false, err
	}
	v, simple, err := w.slot(object, atom)
	if err != nil || !simple {
		return b, false, err
	}
	b, simple, err = w.appendScalar(append(append(b, name...), ':'), v)
	if err == nil {
		err = w.drop(v)
	}
	return b, simple, err
}

// name gives a member's name as JSON text; symbols have none. Names repeat, so
// that some are kept, with a reference to their atom.
func (w *World) name(atom uint32) (text string, simple bool, err error) {
	if text, ok := w.nameTexts[atom]; ok {
		return text, true, nil
	}
	v, err := w.in.raw(fnAtomValue, uint64(w.frozen.context), uint64(atom))
	if err != nil {
		return "", false, err
	}
	if !v.text() {
		return "", false, w.drop(v)
	}
	b, err := w.appendText(nil, v)
	if err == nil {
		err = w.drop(v)
	}
	if err == nil && len(w.nameTexts) < maxNames && len(b) <= argumentSize {
		w.nameTexts[atom] = string(b)
		_, err = w.in.call(fnDupAtom, uint64(w.frozen.context), uint64(atom))
	}
	return string(b), err == nil, err
}

// slot reads an own property that is a value.
func (w *World) slot(object raw, atom uint32) (v raw, simple bool, err error) {
	at := w.room(roomProperty)
	found, err := w.in.call(fnOwnProperty, uint64(w.frozen.context), uint64(at), uint64(object),
		uint64(atom))
	if err != nil {
		return 0, false, err
	}
	switch int32(found) {
	case 1:
	case 0:
		return 0, false, nil
	default:
		return 0, false, errThrown
	}
	flags, ok := w.in.memory.ReadUint32Le(at)
	bits, okBits := w.in.memory.ReadUint64Le(at + 8)
	get, okGet := w.in.memory.ReadUint64Le(at + 16)
	set, okSet := w.in.memory.ReadUint64Le(at + 24)
	if !ok || !okBits || !okGet || !okSet {
		return 0, false, errForged
	}
	if flags&accessor == 0 {
		return raw(bits), true, nil
	}
	if err := w.drop(raw(get)); err != nil {
		return 0, false, err
	}
	return 0, false, w.drop(raw(set))
}

// appendScalar appends the JSON text of a value that is no container and that
// JSON keeps.
func (w *World) appendScalar(b []byte, v raw) ([]byte, bool, error) {
	switch v.tag() {
	case tagInt:
		return strconv.AppendInt(b, int64(int32(v.address())), 10), true, nil
	case tagBool:
		return strconv.AppendBool(b, v.address() != 0), true, nil
	case tagNull:
		return append(b, "null"...), true, nil
	case tagString, tagRope:
		b, err := w.appendText(b, v)
		return b, err == nil, err
	}
	d, ok := v.double()
	if !ok || math.IsNaN(d) || math.IsInf(d, 0) || d == 0 && math.Signbit(d) {
		return b, false, nil
	}
	return appendNumber(b, d), true, nil
}

// appendNumber appends a number as ECMAScript writes it.
func appendNumber(b []byte, d float64) []byte {
	abs := math.Abs(d)
	if abs == 0 || abs >= 1e-6 && abs < 1e21 {
		return strconv.AppendFloat(b, d, 'f', -1, 64)
	}
	b = strconv.AppendFloat(b, d, 'e', -1, 64)
	if n := len(b); b[n-2] == '0' && (b[n-3] == '-' || b[n-3] == '+') { // e-07 is e-7
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// appendText appends a string as JSON text.
func (w *World) appendText(b []byte, v raw) ([]byte, error) {
	at, err := w.in.call(fnTextOf, uint64(w.frozen.context), uint64(w.room(roomCount)), uint64(v), 0)
	if err != nil {
		return nil, err
	}
	if at == 0 {
		return nil, errThrown
	}
	n, ok := w.in.memory.ReadUint32Le(w.room(roomCount))
	if !ok {
		return nil, errForged
	}
	text, ok := w.in.memory.Read(at, n)
	if !ok {
		return nil, errForged
	}
	if len(text) < longText {
		b = wtf8.AppendQuoted(b, text)
	} else if b, err = w.appendLong(b, text); err != nil {
		return nil, err
	}
	_, err = w.in.call(fnFreeText, uint64(w.frozen.context), uint64(at))
	return b, err
}

// drop gives a reference back, inside host functions.
func (w *World) drop(v raw) error { return w.in.drop(w.frozen.context, v) }
