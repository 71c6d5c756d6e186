package engine

import "math"

// A raw value is the engine's own representation of one: a tag in the upper
// half, a payload in the lower. A double has none of the tags once its bits are
// moved by doubleShift. Functions of the engine's C interface take and give raw
// values; those of its wrapper take the address of a cell of eight bytes with
// one. What raw values look like is checked when the image is prepared.
type raw uint64

const (
	tagInt       = 0
	tagBool      = 1
	tagNull      = 2
	tagUndefined = 3
	tagException = 6
	tagObject    = -1
	tagRope      = -6
	tagString    = -7

	firstTag    = -10
	endTag      = 8 // the first that belongs to doubles
	doubleShift = (0x7ff80000 - firstTag) << 32

	undefined raw = tagUndefined << 32
	exception raw = tagException << 32
	null      raw = tagNull << 32
)

func (v raw) tag() int        { return int(int32(v >> 32)) }
func (v raw) address() uint32 { return uint32(v) }

// double gives the number that a double stands for.
func (v raw) double() (d float64, ok bool) {
	if t := v.tag(); t >= firstTag && t < endTag {
		return 0, false
	}
	return math.Float64frombits(uint64(v) + doubleShift), true
}

// counted reports whether the engine counts references to the value.
func (v raw) counted() bool { return v.tag() < 0 && v.tag() >= firstTag }

// text reports whether the value is a string.
func (v raw) text() bool { return v.tag() == tagString || v.tag() == tagRope }
