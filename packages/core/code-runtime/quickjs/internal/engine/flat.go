package engine

import (
	"slices"
	"unsafe"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/wtf8"
)

// maxFlat is how many members an object may have whose JSON text the host
// writes. Most arguments of calls are such objects, and the engine's own writer
// needs longer for one than everything else that a call does in the guest.
const maxFlat = 3

// flatObject writes the JSON text of an object that opFlatCall has in pieces:
// after the number of its members, a name and a value for each. A value is a
// string; the first bits of the number, one for each member, say which of them
// are the text of JSON scalars instead. What a guest makes up is refused with
// the whole text later.
func (w *World) flatObject(args *arguments) (string, error) {
	shape, err := w.argNumber(args[3])
	if err != nil {
		return "", err
	}
	if !(shape >= 0 && shape < (maxFlat+1)<<maxFlat) {
		return "", errForged
	}
	n, scalars := int(shape)>>maxFlat, int(shape)&(1<<maxFlat-1)
	b := append(make([]byte, 0, flatSize), '{')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = w.appendText(b, args[4+2*i], true); err != nil {
			return "", err
		}
		b = append(b, ':')
		if b, err = w.appendText(b, args[5+2*i], scalars>>i&1 == 0); err != nil {
			return "", err
		}
	}
	b = append(b, '}')
	return unsafe.String(unsafe.SliceData(b), len(b)), nil // nobody else has the bytes
}

const (
	// flatSize is enough for most such texts, in bytes.
	flatSize = 64
	// longText is the length from which a text is measured before it is quoted.
	longText = 16 << 10
)

// appendText appends a string value of the guest, quoted or as it is. What does
// not fit the guest's own memory is not made: a text can be six times as long
// when it is quoted (T3).
func (w *World) appendText(b []byte, value uint32, quoted bool) ([]byte, error) {
	text, done, err := w.in.view(value, w.inWord())
	if err != nil {
		return nil, err
	}
	if len(text) >= longText {
		size := coderuntime.StringBytes(unsafe.String(unsafe.SliceData(text), len(text)))
		if uint64(len(b))+uint64(size) > w.limit {
			return nil, ErrMemory
		}
		b = slices.Grow(b, int(size)+longText) // with room for what follows
	}
	if quoted {
		b = wtf8.AppendQuoted(b, text)
	} else {
		b = append(b, text...)
	}
	return b, done()
}
