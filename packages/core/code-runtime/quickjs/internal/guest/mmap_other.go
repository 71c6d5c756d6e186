//go:build !linux

package guest

// mapNoReserve has no counterpart here; untouched pages cost nothing anyway.
const mapNoReserve = 0

// imageFile is not available: memories are filled by copying.
type imageFile struct{ view []byte }

func (f *imageFile) fill([]byte) bool         { return false }
func (f *imageFile) mapOver(region, int) bool { return false }
func (f *imageFile) close() error             { return nil }
