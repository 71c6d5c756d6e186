package filesys

import (
	"io/fs"
	"syscall"
)

// identity lists device, inode, size, mtime and ctime.
func identity(info fs.FileInfo) [5]int64 {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return [5]int64{0, 0, info.Size(), info.ModTime().UnixNano(), 0}
	}
	return [5]int64{
		int64(st.Dev), int64(st.Ino), st.Size,
		syscall.TimespecToNsec(st.Mtimespec), syscall.TimespecToNsec(st.Ctimespec),
	}
}
