package engine

import "errors"

// A value is the address of a cell of eight bytes: a payload and a tag. Most
// arguments are small whole numbers and most results undefined; reading those
// in place saves a call into the guest each. Everything else is asked of the
// engine. What a cell looks like is checked when the image is prepared.
const (
	tagInt       = 0
	tagUndefined = 3
)

var errCells = errors.New("the engine's values are not laid out as expected")

// cell reads the cell of a value.
func (c *caller) cell(value uint32) (tag, payload uint32, ok bool) {
	bits, ok := c.memory.ReadUint64Le(value)
	return uint32(bits >> 32), uint32(bits), ok
}

// number reads a number value.
func (c *caller) number(value uint32) (float64, error) {
	if tag, payload, ok := c.cell(value); ok && tag == tagInt {
		return float64(int32(payload)), nil
	}
	return c.numberOf(value)
}

// checkCells compares cells with what the engine says of their values.
func (w *World) checkCells(undefined uint32) error {
	if tag, _, ok := w.out.cell(undefined); !ok || tag != tagUndefined {
		return errCells
	}
	const known = 0x1234567
	value, err := w.eval("0x1234567", "cells", 0)
	if err != nil {
		return err
	}
	tag, payload, ok := w.out.cell(value)
	if asked, err := w.out.numberOf(value); err != nil || asked != known {
		return errors.Join(errCells, err)
	}
	if !ok || tag != tagInt || payload != known {
		return errCells
	}
	return w.step(nil, fnFreeValue, uint64(value))
}
