package guest

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const mapNoReserve = unix.MAP_NORESERVE

// imageFile is an anonymous file that memories map privately: they share its
// pages until they write.
type imageFile struct {
	fd   int
	open bool
	view []byte
}

func (f *imageFile) fill(bytes []byte) bool {
	if len(bytes) == 0 {
		return false
	}
	fd, err := unix.MemfdCreate("dsh-image", unix.MFD_CLOEXEC)
	if err != nil {
		return false
	}
	if err := writeAll(fd, bytes); err != nil {
		_ = unix.Close(fd) // nothing is lost: the caller keeps its copy
		return false
	}
	view, err := unix.Mmap(fd, 0, len(bytes), unix.PROT_READ, unix.MAP_PRIVATE)
	if err != nil {
		_ = unix.Close(fd)
		return false
	}
	f.fd, f.open, f.view = fd, true, view
	return true
}

func writeAll(fd int, bytes []byte) error {
	for len(bytes) > 0 {
		n, err := unix.Write(fd, bytes)
		if err != nil && err != unix.EINTR {
			return err
		}
		bytes = bytes[max(n, 0):]
	}
	return nil
}

func (f *imageFile) mapOver(r region, size int) bool {
	if !f.open || r.mapped == nil {
		return false
	}
	_, err := unix.MmapPtr(f.fd, 0, unsafe.Pointer(unsafe.SliceData(r.mapped)), uintptr(size),
		unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_FIXED)
	return err == nil
}

func (f *imageFile) close() error {
	if !f.open {
		return nil
	}
	f.open = false
	if err := unix.Munmap(f.view); err != nil {
		return err
	}
	return unix.Close(f.fd)
}
