package quickjs

import "unsafe"

// unsafeString looks at bytes of the guest as a string, to measure them
// without a copy. It must not be kept.
func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
