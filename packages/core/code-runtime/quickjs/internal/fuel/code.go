package fuel

// The instructions that the pass treats by name.
const (
	opBlock     = 0x02
	opLoop      = 0x03
	opIf        = 0x04
	opElse      = 0x05
	opEnd       = 0x0b
	opBrIf      = 0x0d
	opBrTable   = 0x0e
	opCall      = 0x10
	opCallInd   = 0x11
	opSelect    = 0x1b
	opSelectT   = 0x1c
	opLocalGet  = 0x20
	opLocalSet  = 0x21
	opLocalTee  = 0x22
	opGlobalGet = 0x23
	opGlobalSet = 0x24
	opI32Const  = 0x41
	opI64Const  = 0x42
	opF32Const  = 0x43
	opF64Const  = 0x44
	opI32LtS    = 0x48
	opI32LtU    = 0x49
	opI32LeU    = 0x4d
	opI32Add    = 0x6a
	opI32Sub    = 0x6b
	opI32ShrU   = 0x76
	opRefNull   = 0xd0
	opRefIsNull = 0xd1
	opRefFunc   = 0xd2
	opPrefix    = 0xfc
	blockEmpty  = 0x40
)

// one is the cost of an iteration.
var one = []byte{opI32Const, 1}

// check is one count: subtract what the instructions of the cost give, and when the
// counter is below zero take what the poll function gives.
func (p *pass) check(cost []byte) []byte {
	get := appendU32([]byte{opGlobalGet}, p.globals)
	set := appendU32([]byte{opGlobalSet}, p.globals)
	out := append([]byte{}, get...)
	out = append(append(out, cost...), opI32Sub)
	out = append(out, set...)
	out = append(out, get...)
	out = append(out, opI32Const, 0, opI32LtS, opIf, blockEmpty)
	out = appendU32(append(out, opCall), p.imported)
	out = append(out, set...)
	return append(out, opEnd)
}

func (p *pass) codeSection(r *reader) []byte {
	n := r.u32()
	out := make([]byte, 0, len(r.b)+len(r.b)/8)
	if n != p.defined {
		r.fail("%d function bodies for %d functions", n, p.defined)
	}
	out = appendU32(out, n+p.bulkFunctions())
	var body []byte
	for ; n > 0; n-- {
		inner := &reader{b: r.bytes(r.u32())}
		if r.err != nil {
			return nil
		}
		body = p.function(inner, body[:0])
		if inner.err != nil {
			r.err = inner.err
			return nil
		}
		out = appendU32(out, uint32(len(body)))
		out = append(out, body...)
		p.report.Functions++
	}
	for _, body := range p.bulkBodies() {
		out = append(appendU32(out, uint32(len(body))), body...)
	}
	return out
}

// function rewrites one body. Everything that needs no change is copied in
// runs: kept marks the start of the run not yet copied.
func (p *pass) function(r *reader, out []byte) []byte {
	for n := r.u32(); n > 0 && r.err == nil; n-- { // groups of locals
		r.u32()
		r.byte()
	}
	kept := 0
	insert := func() {
		out = append(out, r.b[kept:r.at]...)
		out = append(out, p.sequence...)
		kept = r.at
		p.report.Checks++
	}
	if p.options.Entries {
		insert()
	}
	for r.more() {
		from := r.at
		switch op := r.byte(); op {
		case opLoop:
			if kind := r.byte(); kind != blockEmpty && (kind < 0x7b || kind > 0x7f) {
				r.fail("loop with block type 0x%02x", kind)
			}
			p.report.Loops++
			insert()
		case opCall, opRefFunc:
			out = append(out, r.b[kept:from]...)
			out = appendU32(append(out, op), p.shift(r.u32()))
			kept = r.at
		case opPrefix:
			if sub := r.peek(); sub != subCopy && sub != subFill {
				r.conversion()
				break
			}
			out = append(out, r.b[kept:from]...)
			out = append(out, p.bulkCall(r)...)
			kept = r.at
		default:
			r.operands(op)
		}
	}
	return append(out, r.b[kept:r.at]...)
}

// operands passes the immediates of an instruction, and refuses unknown ones.
func (r *reader) operands(op byte) {
	switch {
	case op <= 0x01, op == 0x05, op == opEnd, op == 0x0f, op == 0x1a, op == 0x1b,
		op >= 0x45 && op <= 0xc4, op == opRefIsNull:
		// No immediates: control, parametric, numeric.
	case op == opBlock || op == opIf:
		r.skipLEB(5)
	case op == 0x0c || op == 0x0d, op >= 0x20 && op <= 0x26:
		r.u32()
	case op == opBrTable:
		for n := uint64(r.u32()) + 1; n > 0 && r.err == nil; n-- {
			r.u32()
		}
	case op == opCallInd:
		r.u32()
		r.u32()
	case op == opSelectT:
		r.bytes(r.u32())
	case op >= 0x28 && op <= 0x3e:
		r.u32()
		r.u32()
	case op == 0x3f || op == 0x40:
		r.byte()
	case op == opI32Const:
		r.skipLEB(5)
	case op == opI64Const:
		r.skipLEB(10)
	case op == opF32Const:
		r.bytes(4)
	case op == opF64Const:
		r.bytes(8)
	case op == opRefNull:
		r.byte()
	default:
		r.fail("unknown instruction 0x%02x", op)
	}
}

// conversion passes a saturating conversion. Of the other instructions with the prefix,
// the pass rewrites two and refuses those that work on segments and tables: nothing
// would count how long they take.
func (r *reader) conversion() {
	if sub := r.u32(); sub > 7 {
		r.fail("unknown instruction 0xfc %d", sub)
	}
}
