package fuel

import (
	"bytes"
	"fmt"
)

// Options say how to instrument.
type Options struct {
	// Module and Name are those of the imported poll function. It takes
	// nothing and returns the next amount of fuel as an i32.
	Module, Name string
	// Entries also counts at function entries, which costs more.
	Entries bool
}

// Report counts what was done.
type Report struct {
	// Functions is how many bodies were rewritten.
	Functions int
	// Loops is how many loop instructions the module has.
	Loops int
	// Checks is how many counters were put in.
	Checks int
	// Bulk is how many bulk memory instructions were replaced.
	Bulk int
}

const (
	sectionCustom = iota
	sectionType
	sectionImport
	sectionFunction
	sectionTable
	sectionMemory
	sectionGlobal
	sectionExport
	sectionStart
	sectionElement
	sectionCode
	sectionData
	sectionDataCount
)

var preamble = []byte("\x00asm\x01\x00\x00\x00")

// pass is the state of one rewriting.
type pass struct {
	options  Options
	report   Report
	types    uint32 // types before ours, so the index of ours
	imported uint32 // imported functions before ours, so the index of ours
	defined  uint32 // functions that the module defines
	memory   bool   // the module defines a memory
	globals  uint32 // globals before ours, so the index of ours
	seen     [sectionDataCount + 1]bool
	sequence []byte // the instructions that count an iteration
}

// Instrument gives the module with a check at every loop and with bulk memory
// instructions in counted pieces. The result depends
// on the input alone. Custom sections are dropped. Any construct that the
// pass does not know is an error that wraps [ErrMalformed].
func Instrument(wasm []byte, options Options) ([]byte, Report, error) {
	if !bytes.HasPrefix(wasm, preamble) {
		return nil, Report{}, fmt.Errorf("%w: not a WebAssembly module", ErrMalformed)
	}
	p := &pass{options: options, memory: hasMemory(wasm)}
	out := make([]byte, 0, len(wasm)+len(wasm)/8)
	out = append(out, preamble...)
	r := &reader{b: wasm, at: len(preamble)}
	for r.more() {
		id := r.byte()
		body := r.bytes(r.u32())
		if r.err != nil {
			return nil, Report{}, r.err
		}
		if id == sectionCustom {
			continue
		}
		rewritten, err := p.section(id, body)
		if err != nil {
			return nil, Report{}, err
		}
		out = append(out, id)
		out = appendU32(out, uint32(len(rewritten)))
		out = append(out, rewritten...)
	}
	return out, p.report, p.complete()
}

// hasMemory looks ahead: the functions to be added are declared before the memory.
func hasMemory(wasm []byte) bool {
	for r := (&reader{b: wasm, at: len(preamble)}); r.more(); r.bytes(r.u32()) {
		if r.byte() == sectionMemory {
			return true
		}
	}
	return false
}

// complete refuses modules without the sections that carry the poll.
func (p *pass) complete() error {
	for _, id := range []int{sectionType, sectionImport, sectionGlobal, sectionCode} {
		if !p.seen[id] {
			return fmt.Errorf("%w: section %d is missing", ErrMalformed, id)
		}
	}
	return nil
}

func (p *pass) section(id byte, body []byte) ([]byte, error) {
	if id > sectionDataCount || p.seen[id] {
		return nil, fmt.Errorf("%w: section %d is unknown or twice", ErrMalformed, id)
	}
	p.seen[id] = true
	r := &reader{b: body}
	var out []byte
	switch id {
	case sectionType:
		out = p.typeSection(r)
	case sectionImport:
		out = p.importSection(r)
	case sectionFunction:
		out = p.functionSection(r)
	case sectionGlobal:
		out = p.globalSection(r)
	case sectionExport:
		out = p.exportSection(r)
	case sectionStart:
		out = appendU32(nil, p.shift(r.u32()))
	case sectionElement:
		out = p.elementSection(r)
	case sectionCode:
		if !p.seen[sectionGlobal] {
			return nil, fmt.Errorf("%w: code before globals", ErrMalformed)
		}
		out = p.codeSection(r)
	default:
		return body, nil
	}
	if r.err == nil && r.more() {
		r.fail("section %d has bytes left", id)
	}
	return out, r.err
}

// shift gives the new index of a function: defined ones move up by one.
func (p *pass) shift(index uint32) uint32 {
	if index >= p.imported {
		return index + 1
	}
	return index
}
