//go:build unix

package guest

import "io/fs"

// private reports that nobody but the owner can change the directory.
func private(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 == 0 }
