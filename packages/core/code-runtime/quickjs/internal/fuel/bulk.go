package fuel

import "slices"

// One memory.fill or memory.copy can take a tenth of a second, and no loop is part of
// it. Each becomes a call of a function that works in pieces and counts them: so many
// bytes cost as much as an iteration of a loop.
const (
	pieceBytes   = 1 << 20
	shiftPerUnit = 5 // 32 bytes
)

const (
	subCopy = 10
	subFill = 11
)

// The parameters of the two functions, and their local.
const (
	bulkTo   = iota
	bulkFrom // for a fill, what to write
	bulkLeft
	bulkPiece
)

// bulkFunctions is how many functions are added for bulk instructions: those of a
// module without a memory would not be valid.
func (p *pass) bulkFunctions() uint32 {
	if p.memory {
		return 2
	}
	return 0
}

// bulkCall gives what replaces a bulk instruction, of which the opcode was read.
func (p *pass) bulkCall(r *reader) []byte {
	sub := r.u32()
	memories := r.byte()
	if sub == subCopy {
		memories |= r.byte()
	}
	if memories != 0 || !p.memory {
		r.fail("a bulk instruction on an unknown memory")
	}
	p.report.Bulk++
	return appendU32([]byte{opCall}, p.defined+p.imported+1+sub-subCopy)
}

// bulkBodies are the two functions in the order of their instructions' numbers.
func (p *pass) bulkBodies() [][]byte {
	if !p.memory {
		return nil
	}
	return [][]byte{p.bulkBody(p.copyPiece()), p.bulkBody(p.fillPiece())}
}

// bulkBody repeats a step that moves one piece until nothing is left.
func (p *pass) bulkBody(step []byte) []byte {
	atMost := appendS32([]byte{opLocalGet, bulkLeft, opI32Const}, pieceBytes)
	size := slices.Concat(atMost, atMost,
		[]byte{opI32LtU, opSelect, opLocalTee, bulkPiece, opI32Const, shiftPerUnit, opI32ShrU})
	return slices.Concat(
		[]byte{1, 1, typeI32, opLoop, blockEmpty}, p.check(size), step,
		[]byte{opLocalGet, bulkLeft, opLocalGet, bulkPiece, opI32Sub, opLocalTee, bulkLeft, opBrIf, 0, opEnd, opEnd})
}

func (p *pass) fillPiece() []byte {
	return slices.Concat(
		[]byte{opLocalGet, bulkTo, opLocalGet, bulkFrom, opLocalGet, bulkPiece, opPrefix, subFill, 0},
		advance(bulkTo))
}

// copyPiece copies from the front or, when the target is behind the source, from the
// end, so that no byte is overwritten before it was read.
func (p *pass) copyPiece() []byte {
	return slices.Concat(
		[]byte{opLocalGet, bulkTo, opLocalGet, bulkFrom, opI32LeU, opIf, blockEmpty,
			opLocalGet, bulkTo, opLocalGet, bulkFrom, opLocalGet, bulkPiece, opPrefix, subCopy, 0, 0},
		advance(bulkTo), advance(bulkFrom),
		[]byte{opElse}, lastPiece(bulkTo), lastPiece(bulkFrom),
		[]byte{opLocalGet, bulkPiece, opPrefix, subCopy, 0, 0, opEnd})
}

// advance moves an address behind the piece.
func advance(local byte) []byte {
	return []byte{opLocalGet, local, opLocalGet, bulkPiece, opI32Add, opLocalSet, local}
}

// lastPiece puts the address of the last piece on the stack.
func lastPiece(local byte) []byte {
	return []byte{opLocalGet, local, opLocalGet, bulkLeft, opLocalGet, bulkPiece, opI32Sub, opI32Add}
}
