//go:build unix

package filesys

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives file the owner and group of old as far as the user may; a rename would lose them.
func keepOwner(file *os.File, old fs.FileInfo) {
	st, ok := old.Sys().(*syscall.Stat_t)
	if !ok {
		return
	}
	if int(st.Uid) != os.Geteuid() || int(st.Gid) != os.Getegid() {
		_ = file.Chown(int(st.Uid), int(st.Gid))
	}
}
