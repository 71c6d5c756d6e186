package engine

import (
	"errors"
	"fmt"
)

// A value is the address of a cell with a raw one. Most arguments are small whole
// numbers and most results undefined; reading those in place saves a call into
// the guest each. Everything else is asked of the engine.

var errCells = errors.New("the engine's values are not laid out as expected")

// cell reads the cell of a value.
func (c *caller) cell(value uint32) (raw, bool) {
	bits, ok := c.memory.ReadUint64Le(value)
	return raw(bits), ok
}

// number reads a number value.
func (c *caller) number(value uint32) (float64, error) {
	if v, ok := c.cell(value); ok && v.tag() == tagInt {
		return float64(int32(v.address())), nil
	}
	return c.numberOf(value)
}

// reading is an object of which the host knows the text.
const (
	reading     = `({ a: 'x\u00e9', b: -1, c: 1.5, d: true, e: null, 7: -0.25e-7, f: 1e21, g: '' })`
	readingText = `{"7":-2.5e-8,"a":"xé","b":-1,"c":1.5,"d":true,"e":null,"f":1e+21,"g":""}`
	notSimple   = `[{ get a() { return 1 } }, { [Symbol.iterator]: 1 }, { a: {} }, { a: -0 }, [],
  Object.defineProperty({}, 'a', { value: 1 }), new Map, Object.create({}), new Proxy({}, {})]`
	notSimples = 9
)

// checkReading compares what the host reads of values in place with what they
// are.
func (w *World) checkReading() error {
	if v, ok := w.out.cell(w.frozen.undefined); !ok || v != undefined {
		return errCells
	}
	known, err := w.eval(reading, "reading", 0)
	if err != nil {
		return err
	}
	v, _ := w.out.cell(known)
	if text, simple, err := w.argument(v); err != nil || !simple || text != readingText {
		return errors.Join(errCells, err)
	}
	if err := w.step(nil, fnFreeValue, uint64(known)); err != nil {
		return err
	}
	list, err := w.eval(notSimple, "reading", 0)
	if err != nil {
		return err
	}
	for i := range notSimples {
		value, err := w.property(list, fmt.Sprint(i))
		if err != nil {
			return err
		}
		v, _ := w.out.cell(value)
		if _, simple, err := w.argument(v); err != nil || simple || v.tag() != tagObject {
			return errors.Join(errCells, err)
		}
		if err := w.step(nil, fnFreeValue, uint64(value)); err != nil {
			return err
		}
	}
	if _, err := w.parsed(fnParseJSON, "{"); err == nil {
		return errCells
	}
	return w.step(nil, fnFreeValue, uint64(list))
}
