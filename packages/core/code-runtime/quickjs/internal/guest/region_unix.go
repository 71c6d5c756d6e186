//go:build unix

package guest

import "golang.org/x/sys/unix"

// region is address space reserved at once for the limit of a memory, so that
// growing never copies, and given back at once when the instance ends. When
// the system refuses the reservation, it is a slice that grows by copying.
type region struct {
	mapped []byte
	slice  []byte
	limit  uint64
}

func reserve(limit uint64) region {
	mapped, err := unix.Mmap(-1, 0, int(limit), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_PRIVATE|unix.MAP_ANON|mapNoReserve)
	if err != nil {
		return region{limit: limit}
	}
	return region{mapped: mapped, limit: limit}
}

func (r *region) grow(size uint64) []byte {
	if r.mapped != nil {
		r.slice = r.mapped[:size:r.limit]
		return r.slice
	}
	if size > uint64(cap(r.slice)) {
		grown := make([]byte, size, min(size+size/4, r.limit))
		copy(grown, r.slice)
		r.slice = grown
	}
	r.slice = r.slice[:size]
	return r.slice
}

func (r *region) bytes() []byte { return r.slice }

func (r *region) free() {
	if r.mapped != nil {
		_ = unix.Munmap(r.mapped) // cannot fail for a mapping that is whole
	}
	r.mapped, r.slice = nil, nil
}
