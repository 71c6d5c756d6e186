//go:build !unix

package filesys

const openNonblock = 0
