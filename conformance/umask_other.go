//go:build !unix

package conformance

// withUmask runs f: there is no umask here.
func withUmask(_ int, f func() error) error { return f() }
