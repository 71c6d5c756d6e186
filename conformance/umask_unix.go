//go:build unix

package conformance

import "syscall"

// withUmask runs f under an umask. Cases that need it run one at a time.
func withUmask(mask int, f func() error) error {
	defer syscall.Umask(syscall.Umask(mask))
	return f()
}
