//go:build !unix

package guest

// region is a slice that grows by copying.
type region struct {
	slice []byte
	limit uint64
}

func reserve(limit uint64) region { return region{limit: limit} }

func (r *region) grow(size uint64) []byte {
	if size > uint64(cap(r.slice)) {
		grown := make([]byte, size, min(size+size/4, r.limit))
		copy(grown, r.slice)
		r.slice = grown
	}
	r.slice = r.slice[:size]
	return r.slice
}

func (r *region) bytes() []byte { return r.slice }

func (r *region) free() { r.slice = nil }
