package guest

import "github.com/tetratelabs/wazero/experimental"

// PageSize is the unit of WebAssembly memory in bytes.
const PageSize = 65536

// Memory is the linear memory of one instance, with a limit of its own: a
// guest that asks for more is refused by its memory.grow. It serves one
// instantiation and ends with the instance.
type Memory struct {
	limit  uint64
	region region
	size   uint64
}

// NewMemory gives a memory that can grow up to limit bytes, rounded down to
// whole pages.
func NewMemory(limit uint64) *Memory { return &Memory{limit: limit / PageSize * PageSize} }

// Allocate implements the allocator of wazero. The figures in the module are
// hints; the limit is what counts.
func (m *Memory) Allocate(capacity, _ uint64) experimental.LinearMemory {
	m.region = reserve(m.limit)
	return m
}

// Reallocate grows the memory; nil refuses.
func (m *Memory) Reallocate(size uint64) []byte {
	if size > m.limit {
		return nil
	}
	b := m.region.grow(size)
	if b != nil {
		m.size = size
	}
	return b
}

// Free gives the memory back to the system. Wazero calls it when the instance
// is closed.
func (m *Memory) Free() {
	m.region.free()
	m.size = 0
}

// Size is how many bytes the guest has now.
func (m *Memory) Size() uint64 { return m.size }
