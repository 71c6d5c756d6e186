package engine

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero/api"
)

// caller is a set of functions of one instance. Function objects of wazero
// are not re-entrant, so a world has two: one for its owner, one for use
// inside host functions while a call of the owner is in progress.
type caller struct {
	ctx    context.Context
	module api.Module
	memory api.Memory
	fns    [exportCount]api.Function
	stack  [8]uint64
}

// call calls a function with up to six arguments. The error is a trap, or
// what stopped the guest; either way the instance is dead.
func (c *caller) call(f export, args ...uint64) (uint32, error) {
	fn := c.fns[f]
	if fn == nil {
		if fn = c.module.ExportedFunction(exportNames[f]); fn == nil {
			return 0, fmt.Errorf("engine has no function %s", exportNames[f])
		}
		c.fns[f] = fn
	}
	copy(c.stack[:], args)
	if err := fn.CallWithStack(c.ctx, c.stack[:]); err != nil {
		return 0, err
	}
	return uint32(c.stack[0]), nil
}

// raw calls a function whose result is a raw value.
func (c *caller) raw(f export, args ...uint64) (raw, error) {
	if _, err := c.call(f, args...); err != nil {
		return 0, err
	}
	return raw(c.stack[0]), nil
}

// drop gives a reference to a value back.
func (c *caller) drop(context uint32, v raw) error {
	if !v.counted() {
		return nil
	}
	_, err := c.call(fnDropRaw, uint64(context), uint64(v))
	return err
}

// numberOf asks the engine for the number of a value.
func (c *caller) numberOf(value uint32) (float64, error) {
	if _, err := c.call(fnGetFloat64, uint64(value)); err != nil {
		return 0, err
	}
	return api.DecodeF64(c.stack[0]), nil
}

// view gives the bytes of a string value, valid until done is called; lenAt
// is a free word of guest memory. The bytes are UTF-8 with lone surrogates as
// three bytes.
func (c *caller) view(value, lenAt uint32) (bytes []byte, done func() error, err error) {
	if value == 0 {
		return nil, nil, errForged
	}
	ptr, err := c.call(fnGetStringLen, uint64(value), uint64(lenAt))
	if err != nil {
		return nil, nil, err
	}
	if ptr == 0 {
		return nil, nil, errNoText
	}
	done = func() error {
		_, err := c.call(fnFreeCString, uint64(ptr))
		return err
	}
	n, ok := c.memory.ReadUint32Le(lenAt)
	if !ok {
		return nil, nil, errForged
	}
	if bytes, ok = c.memory.Read(ptr, n); !ok {
		return nil, nil, errForged
	}
	return bytes, done, nil
}

// text copies a string value.
func (c *caller) text(value, lenAt uint32) (string, error) {
	bytes, done, err := c.view(value, lenAt)
	if err != nil {
		return "", err
	}
	s := string(bytes)
	return s, done()
}

// newString makes a string value from UTF-8, with three bytes for a lone
// surrogate. Short texts pass through the scratch area.
func (c *caller) newString(s string, scratch area) (uint32, error) {
	at := scratch.at
	if len(s) > scratch.size {
		var err error
		if at, err = c.alloc(uint32(len(s))); err != nil {
			return 0, err
		}
	}
	if !c.memory.WriteString(at, s) {
		return 0, errForged
	}
	value, err := c.call(fnNewString, uint64(at), uint64(len(s)))
	if err != nil {
		return 0, err
	}
	if at != scratch.at {
		if _, err := c.call(fnFree, uint64(at)); err != nil {
			return 0, err
		}
	}
	return value, nil
}

func (c *caller) alloc(size uint32) (uint32, error) {
	at, err := c.call(fnMalloc, uint64(size))
	if err == nil && at == 0 {
		err = ErrMemory
	}
	return at, err
}

// area is a piece of guest memory that belongs to the host.
type area struct {
	at   uint32
	size int
}
