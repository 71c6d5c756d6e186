package fuel

const (
	externFunction = iota
	externTable
	externMemory
	externGlobal
)

const (
	typeI32      = 0x7f
	typeFunction = 0x60
)

// typeSection appends the types of the poll function and of those for bulk instructions.
func (p *pass) typeSection(r *reader) []byte {
	p.types = r.u32()
	out := appendU32(nil, p.types+2)
	out = append(out, r.bytes(uint32(len(r.b)-r.at))...)
	return append(out, typeFunction, 0, 1, typeI32, typeFunction, 3, typeI32, typeI32, typeI32, 0)
}

// functionSection appends the functions for bulk instructions.
func (p *pass) functionSection(r *reader) []byte {
	p.defined = r.u32()
	out := appendU32(nil, p.defined+p.bulkFunctions())
	out = append(out, r.bytes(uint32(len(r.b)-r.at))...)
	for range p.bulkFunctions() {
		out = appendU32(out, p.types+1)
	}
	return out
}

// importSection appends the import of the poll function and counts what the
// module imports.
func (p *pass) importSection(r *reader) []byte {
	n := r.u32()
	from := r.at
	for range n {
		r.bytes(r.u32())
		r.bytes(r.u32())
		switch kind := r.byte(); kind {
		case externFunction:
			r.u32()
			p.imported++
		case externTable:
			r.byte()
			limits(r)
		case externMemory:
			limits(r)
		case externGlobal:
			r.byte()
			r.byte()
			p.globals++
		default:
			r.fail("import of kind %d", kind)
		}
		if r.err != nil {
			return nil
		}
	}
	out := appendU32(nil, n+1)
	out = append(out, r.b[from:r.at]...)
	for _, name := range []string{p.options.Module, p.options.Name} {
		out = appendU32(out, uint32(len(name)))
		out = append(out, name...)
	}
	return appendU32(append(out, externFunction), p.types)
}

func limits(r *reader) {
	switch flag := r.byte(); flag {
	case 0:
		r.u32()
	case 1:
		r.u32()
		r.u32()
	default:
		r.fail("limits of kind %d", flag)
	}
}

// globalSection appends the counter.
func (p *pass) globalSection(r *reader) []byte {
	n := r.u32()
	out := appendU32(nil, n+1)
	for left := n; left > 0 && r.err == nil; left-- {
		out = append(out, r.bytes(2)...)
		out = p.constant(r, out)
	}
	p.globals += n
	p.sequence = p.check(one)
	return append(out, typeI32, 1, opI32Const, 0, opEnd)
}

func (p *pass) exportSection(r *reader) []byte {
	n := r.u32()
	out := appendU32(nil, n)
	for ; n > 0 && r.err == nil; n-- {
		name := r.bytes(r.u32())
		out = appendU32(out, uint32(len(name)))
		out = append(out, name...)
		kind, index := r.byte(), r.u32()
		if kind == externFunction {
			index = p.shift(index)
		}
		out = appendU32(append(out, kind), index)
	}
	return out
}

// elementSection shifts the functions of active and passive segments.
func (p *pass) elementSection(r *reader) []byte {
	n := r.u32()
	out := appendU32(nil, n)
	for ; n > 0 && r.err == nil; n-- {
		flag := r.u32()
		out = appendU32(out, flag)
		if flag > 7 {
			r.fail("element segment of kind %d", flag)
			return nil
		}
		passive, explicit, expressions := flag&1 != 0, flag&2 != 0, flag&4 != 0
		if !passive {
			if explicit {
				out = appendU32(out, r.u32())
			}
			out = p.constant(r, out)
		}
		if passive || explicit {
			out = append(out, r.byte())
		}
		count := r.u32()
		out = appendU32(out, count)
		for range count {
			if expressions {
				out = p.constant(r, out)
			} else {
				out = appendU32(out, p.shift(r.u32()))
			}
			if r.err != nil {
				return nil
			}
		}
	}
	return out
}

// constant copies a constant expression, shifting function references.
func (p *pass) constant(r *reader, out []byte) []byte {
	for r.err == nil {
		from := r.at
		switch op := r.byte(); op {
		case opEnd:
			return append(out, opEnd)
		case opRefFunc:
			out = appendU32(append(out, op), p.shift(r.u32()))
		case opI32Const:
			r.skipLEB(5)
			out = append(out, r.b[from:r.at]...)
		case opI64Const:
			r.skipLEB(10)
			out = append(out, r.b[from:r.at]...)
		case opF32Const:
			r.bytes(4)
			out = append(out, r.b[from:r.at]...)
		case opF64Const:
			r.bytes(8)
			out = append(out, r.b[from:r.at]...)
		case opGlobalGet:
			r.u32()
			out = append(out, r.b[from:r.at]...)
		case opRefNull:
			r.byte()
			out = append(out, r.b[from:r.at]...)
		default:
			r.fail("instruction 0x%02x in a constant", op)
		}
	}
	return nil
}
