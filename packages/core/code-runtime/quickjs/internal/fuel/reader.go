package fuel

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ErrMalformed is wrapped by every refusal of the pass.
var ErrMalformed = errors.New("fuel: the module cannot be instrumented")

// reader walks bytes; the first failure sticks, so that decoders need to look
// only once at their end.
type reader struct {
	b   []byte
	at  int
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s (at byte %d)", ErrMalformed, fmt.Sprintf(format, args...), r.at)
		r.at = len(r.b)
	}
}

func (r *reader) more() bool { return r.at < len(r.b) }

func (r *reader) byte() byte {
	if r.at >= len(r.b) {
		r.fail("unexpected end")
		return 0
	}
	r.at++
	return r.b[r.at-1]
}

// peek gives the next byte, 0 at the end.
func (r *reader) peek() byte {
	if r.more() {
		return r.b[r.at]
	}
	return 0
}

func (r *reader) bytes(n uint32) []byte {
	if uint64(n) > uint64(len(r.b)-r.at) {
		r.fail("unexpected end")
		return nil
	}
	r.at += int(n)
	return r.b[r.at-int(n) : r.at]
}

// u32 reads an unsigned LEB128 number.
func (r *reader) u32() uint32 {
	if r.at < len(r.b) && r.b[r.at] < 0x80 {
		r.at++
		return uint32(r.b[r.at-1])
	}
	n, size := binary.Uvarint(r.b[min(r.at, len(r.b)):])
	if size <= 0 || size > 5 || n > 1<<32-1 {
		r.fail("bad number")
		return 0
	}
	r.at += size
	return uint32(n)
}

// skipLEB passes a signed or unsigned LEB128 number of up to max bytes.
func (r *reader) skipLEB(max int) {
	for range max {
		if r.byte() < 0x80 {
			return
		}
	}
	r.fail("bad number")
}

func appendU32(b []byte, n uint32) []byte { return binary.AppendUvarint(b, uint64(n)) }

// appendS32 appends a signed LEB128 number that is not negative.
func appendS32(b []byte, n int32) []byte {
	for ; n >= 0x40; n >>= 7 {
		b = append(b, byte(n&0x7f)|0x80)
	}
	return append(b, byte(n))
}
