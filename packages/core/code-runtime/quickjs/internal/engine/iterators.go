package engine

import (
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero/api"
)

// The console shows what an iterator of a Map or Set has still to give. Asking it
// would use it up, so its state is read where the engine keeps it. That the
// state looks like this is checked when the image is prepared.
const (
	// The state of an iterator: the collection, undefined at the end; what it
	// gives; the record it gave last, if any.
	iteratorKind   = 8
	iteratorRecord = 12
	// The state of a collection has the head of the list of its records.
	recordsHead = 4
	// A record stays in the list while an iterator is at it, empty once it was
	// deleted; the list goes through the links.
	recordEmpty = 4
	recordLink  = 12
	linkNext    = 4
)

// iteratorKinds are what an iterator gives: keys, values or both.
const iteratorKinds = 3

// iterated gives the collection that an iterator goes through, or undefined when
// it is at its end.
func (w *World) iterated(iterator uint32) (uint32, error) {
	_, collection, err := w.iterator(iterator)
	if err != nil {
		return 0, err
	}
	collection, err = w.in.raw(fnDupRaw, uint64(w.frozen.context), uint64(collection))
	if err != nil {
		return 0, err
	}
	return w.box(collection)
}

// iteratedAt gives how many items of its collection an iterator has passed, and
// what it gives of each, in one number.
func (w *World) iteratedAt(iterator uint32) (uint32, error) {
	state, collection, err := w.iterator(iterator)
	if err != nil {
		return 0, err
	}
	kind, ok := w.in.memory.ReadUint32Le(state + iteratorKind)
	last, okLast := w.in.memory.ReadUint32Le(state + iteratorRecord)
	if !ok || !okLast || kind >= iteratorKinds {
		return 0, errForged
	}
	passed, err := w.passed(collection, last)
	if err != nil {
		return 0, err
	}
	return w.in.call(fnNewNumber, api.EncodeF64(float64(passed*iteratorKinds+kind)))
}

// iterator gives the place of an iterator's state, and its collection.
func (w *World) iterator(value uint32) (state uint32, collection raw, err error) {
	v, err := w.arg(value)
	if err != nil {
		return 0, 0, err
	}
	if state, err = w.state(v); err != nil {
		return 0, 0, err
	}
	bits, ok := w.in.memory.ReadUint64Le(state)
	if !ok {
		return 0, 0, errForged
	}
	return state, raw(bits), nil
}

// state gives the place of what the engine keeps of an object of its own classes.
func (w *World) state(object raw) (uint32, error) {
	if object.tag() != tagObject {
		return 0, errForged
	}
	at, err := w.in.call(fnOpaque, uint64(object), uint64(w.room(roomCount)))
	if err == nil && at == 0 {
		err = errForged
	}
	return at, err
}

// passed counts the records up to the last one that are not empty.
func (w *World) passed(collection raw, last uint32) (count uint32, err error) {
	if last == 0 {
		return 0, nil
	}
	state, err := w.state(collection)
	if err != nil {
		return 0, err
	}
	memory := w.in.memory
	link := state + recordsHead
	for range memory.Size() / recordLink { // a list in a memory of that size is not longer
		next, ok := memory.ReadUint32Le(link + linkNext)
		empty, okEmpty := memory.ReadByte(next - recordLink + recordEmpty)
		if !ok || !okEmpty {
			return 0, errForged
		}
		if next == state+recordsHead {
			return count, nil
		}
		if empty == 0 {
			count++
		}
		if link = next; link == last+recordLink {
			return count, nil
		}
	}
	return 0, errForged
}

// iterators go through collections whose records were partly deleted, and
// iteratorsAt are their numbers.
const iterators = `(() => {
  const m = new Map([[1, 2], [3, 4], [5, 6], [7, 8]]), s = new Set([1, 2, 3]);
  const at = [m.keys(), m.values(), m.entries(), s.values(), s.entries(), s.values()];
  at[1].next(); at[2].next(); at[2].next(); at[2].next(); at[3].next(); at[4].next();
  m.delete(3); m.delete(5); s.delete(1);
  return [...at, m, m, m, s, s, s];
})()`

var iteratorsAt = [...]float64{0, 4, 5, 0, 2, 0}

// checkIterators compares what is read of iterators with what they are.
func (w *World) checkIterators() error {
	list, err := w.eval(iterators, "iterators", 0)
	if err != nil {
		return err
	}
	for i, want := range iteratorsAt {
		if err := w.checkIterator(list, i, want); err != nil {
			return err
		}
	}
	return w.step(nil, fnFreeValue, uint64(list))
}

func (w *World) checkIterator(list uint32, i int, want float64) error {
	var values [4]uint32
	steps := []func() (uint32, error){
		func() (uint32, error) { return w.property(list, fmt.Sprint(i)) },
		func() (uint32, error) { return w.property(list, fmt.Sprint(len(iteratorsAt)+i)) },
		func() (uint32, error) { return w.iterated(values[0]) },
		func() (uint32, error) { return w.iteratedAt(values[0]) },
	}
	for i, step := range steps {
		var err error
		if values[i], err = step(); err != nil {
			return errors.Join(errCells, err)
		}
	}
	wanted, _ := w.out.cell(values[1])
	collection, _ := w.out.cell(values[2])
	if at, err := w.out.number(values[3]); err != nil || collection != wanted || at != want {
		return errors.Join(errCells, err)
	}
	for _, value := range values {
		if err := w.step(nil, fnFreeValue, uint64(value)); err != nil {
			return err
		}
	}
	return nil
}
