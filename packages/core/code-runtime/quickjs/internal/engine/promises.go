package engine

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tetratelabs/wazero/api"
)

// promises are the calls of a program as the program sees them. The host makes
// the promise of a call and settles it: in the engine's own code that takes a
// fraction of what it takes in JavaScript.
type promises struct {
	last uint32
	open map[uint32]promise
	// unseen has the calls whose promise nobody looked at so far, by its address;
	// an address is used again when a promise is gone, whose call then counts
	// among the dropped ones.
	unseen  map[uint32]sighting
	dropped map[member]MemberCalls
	order   int // how many calls there were, refused ones included
}

// promise is one that is not settled. The host has a reference to its functions.
type promise struct {
	of              member
	resolve, reject raw
}

// sighting is a call that waits to be looked at.
type sighting struct {
	of    member
	order int
}

// member is the number of a member and of its namespace, as the guest has it.
type member uint32

// memberBits is how many bits of a member are its own.
const memberBits = 20

// place is where the setup has the member.
func (m member) place() (space, index int) { return int(m >> memberBits), int(m & (1<<memberBits - 1)) }

// maxUnseen bounds what is kept for calls that nobody looks at.
const maxUnseen = 1 << 16

// MemberCalls are calls of one member that a program leaves behind.
type MemberCalls struct {
	// Space and Member name the function by its place in the setup.
	Space, Member int
	Count         int
	order         int
}

func newPromises() promises {
	return promises{open: map[uint32]promise{}, unseen: map[uint32]sighting{},
		dropped: map[member]MemberCalls{}}
}

// lose counts a call as dropped.
func (p *promises) lose(s sighting) {
	d, known := p.dropped[s.of]
	if !known {
		d.Space, d.Member = s.of.place()
		d.order = s.order
	}
	d.Count++
	d.order = min(d.order, s.order)
	p.dropped[s.of] = d
}

// Dropped gives the calls that nobody awaited so far, in the order of the first
// of each member. It is for the end of the program, and may be asked by events.
func (w *World) Dropped() []MemberCalls {
	p := &w.promises
	for _, s := range p.unseen {
		p.lose(s)
	}
	clear(p.unseen)
	var list []MemberCalls
	for _, d := range p.dropped {
		list = append(list, d)
	}
	return inOrder(list)
}

// Open gives the calls without an outcome, those that nobody awaited included.
func (w *World) Open() []MemberCalls {
	calls := map[member]MemberCalls{}
	for id, p := range w.promises.open {
		d, known := calls[p.of]
		if !known {
			d.Space, d.Member = p.of.place()
			d.order = int(id)
		}
		d.Count++
		d.order = min(d.order, int(id))
		calls[p.of] = d
	}
	return inOrder(slices.Collect(maps.Values(calls)))
}

func inOrder(list []MemberCalls) []MemberCalls {
	slices.SortFunc(list, func(a, b MemberCalls) int { return cmp.Compare(a.order, b.order) })
	return list
}

// expect notes that the promise of a call waits to be looked at.
func (p *promises) expect(v raw, of member) {
	p.order++
	if old, reused := p.unseen[v.address()]; reused {
		p.lose(old)
	}
	if len(p.unseen) < maxUnseen {
		p.unseen[v.address()] = sighting{of, p.order}
	}
}

// look notes that the program does something with a promise.
func (p *promises) look(v raw) {
	if v.tag() == tagObject {
		delete(p.unseen, v.address())
	}
}

// newCall makes a call of the program and gives its promise.
func (w *World) newCall(of member, text string) (raw, error) {
	at := w.room(roomFunctions)
	v, err := w.in.raw(fnNewPromise, uint64(w.frozen.context), uint64(at))
	if err != nil || v == exception {
		return v, err
	}
	resolve, ok := w.in.memory.ReadUint64Le(at)
	reject, okReject := w.in.memory.ReadUint64Le(at + 8)
	if !ok || !okReject {
		return 0, errForged
	}
	status, err := w.in.call(fnSetPrototype, uint64(w.frozen.context), uint64(v), uint64(w.promiseProto))
	if err != nil {
		return 0, err
	}
	if int32(status) < 0 {
		return exception, nil
	}
	p := &w.promises
	p.last++
	p.open[p.last] = promise{of, raw(resolve), raw(reject)}
	p.expect(v, of)
	space, index := of.place()
	return v, w.events.Call(p.last, space, index, text)
}

// Settlement says what a text given to Settle is.
type Settlement int

const (
	// SettleReject: the text is the message of a failure.
	SettleReject Settlement = iota
	// SettleJSON: the text is JSON.
	SettleJSON
	// SettleString: the text is a string value itself.
	SettleString
	// SettleDeep: the text is JSON nested deeper than the engine's own parser
	// can follow.
	SettleDeep
)

// Settle gives a call its outcome. The program's jobs are still to be drained.
func (w *World) Settle(id uint32, how Settlement, text string) error {
	p, ok := w.promises.open[id]
	if !ok {
		return nil
	}
	delete(w.promises.open, id)
	v, err := w.outcome(p.of, how, text)
	if err != nil {
		return err
	}
	function := p.resolve
	if how == SettleReject {
		function = p.reject
	}
	at := w.words()
	if !w.out.memory.WriteUint64Le(at, uint64(v)) {
		return errForged
	}
	result, err := w.out.raw(fnCallRaw, uint64(w.frozen.context), uint64(function),
		uint64(undefined), 1, uint64(at))
	if err != nil {
		return w.cause(err)
	}
	if result == exception {
		return w.pending()
	}
	for _, held := range []raw{result, v, p.resolve, p.reject} {
		if err := w.out.drop(w.frozen.context, held); err != nil {
			return err
		}
	}
	return nil
}

// outcome makes the value that a text stands for.
func (w *World) outcome(of member, how Settlement, text string) (raw, error) {
	switch how {
	case SettleString:
		return w.parsed(fnMakeString, text)
	case SettleJSON:
		return w.parsed(fnParseJSON, text)
	}
	value, err := w.out.newString(text, w.scratch())
	if err != nil {
		return 0, err
	}
	var cell uint32
	if how == SettleDeep {
		cell, err = w.invoke(w.frozen.entry[entryDeep], value)
	} else {
		cell, err = w.failure(of, value)
	}
	if err != nil {
		return 0, err
	}
	return w.unbox(cell)
}

// failure makes the error with which a call is rejected. The message is freed.
func (w *World) failure(of member, message uint32) (uint32, error) {
	number, err := w.out.call(fnNewNumber, api.EncodeF64(float64(of)))
	if err != nil {
		return 0, err
	}
	return w.invoke(w.frozen.entry[entryFailure], number, message)
}

// parsed lets one of the engine's functions make a value of a text.
func (w *World) parsed(f export, text string) (raw, error) {
	at, short := w.frozen.scratch, len(text) < scratchSize
	if !short {
		var err error
		if at, err = w.out.alloc(uint32(len(text) + 1)); err != nil {
			return 0, err
		}
	}
	end := at + uint32(len(text)) // the parser wants a zero there; it is the name of its source too
	if !w.out.memory.WriteString(at, text) || !w.out.memory.WriteByte(end, 0) {
		return 0, errForged
	}
	v, err := w.out.raw(f, uint64(w.frozen.context), uint64(at), uint64(len(text)), uint64(end))
	if err == nil && !short {
		err = w.step(nil, fnFree, uint64(at))
	}
	if err == nil && v == exception {
		err = w.pending()
	}
	return v, err
}

// unbox takes the value out of a cell, and frees the cell.
func (w *World) unbox(cell uint32) (raw, error) {
	bits, ok := w.out.memory.ReadUint64Le(cell)
	if !ok {
		return 0, errForged
	}
	v, err := w.out.raw(fnDupRaw, uint64(w.frozen.context), bits)
	if err != nil {
		return 0, err
	}
	return v, w.step(nil, fnFreeValue, uint64(cell))
}
