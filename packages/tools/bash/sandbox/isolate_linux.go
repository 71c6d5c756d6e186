package sandbox

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// settle makes the keeper's own mount namespace: nothing done in it shows outside, and /proc shows
// only the processes of the keeper's process namespace.
func settle() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("separate the mounts: %w", err)
	}
	const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	if err := unix.Mount("proc", "/proc", "proc", flags, ""); err != nil {
		return fmt.Errorf("mount /proc: %w", err)
	}
	return nil
}

// isolate moves the calling thread into a mount namespace of its own, where everything is read
// only but the given places. Unlike Landlock this also stops changes of modes, owners and times.
func isolate(write []string) error {
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		return fmt.Errorf("make a mount namespace: %w", err)
	}
	return remount(write)
}

// remount makes the whole tree read only and puts writable copies of the given places back, the
// outer ones first.
func remount(write []string) error {
	if slices.Contains(write, "/") {
		return nil // everything is writable: nothing to take away
	}
	write = slices.Clone(write)
	slices.SortFunc(write, func(a, b string) int {
		return strings.Count(a, "/") - strings.Count(b, "/")
	})
	copies := make([]int, len(write))
	for i, path := range write {
		const flags = unix.OPEN_TREE_CLONE | unix.OPEN_TREE_CLOEXEC | unix.AT_RECURSIVE
		fd, err := unix.OpenTree(unix.AT_FDCWD, path, flags)
		if err != nil {
			return fmt.Errorf("copy the mount of %s: %w", path, err)
		}
		copies[i] = fd
	}
	readOnly := unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &readOnly); err != nil {
		return fmt.Errorf("make the mounts read only: %w", err)
	}
	for i, path := range write {
		err := unix.MoveMount(copies[i], "", unix.AT_FDCWD, path, unix.MOVE_MOUNT_F_EMPTY_PATH)
		if err != nil {
			return fmt.Errorf("make %s writable: %w", path, err)
		}
		_ = unix.Close(copies[i]) // a handle, not the mount
	}
	return nil
}
