package sandbox

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"syscall"
)

// identity maps users and groups into a new user namespace as they are outside. Root keeps every
// number it has; others can only bring themselves, and files of everyone else then show as
// nobody's.
func identity() (users, groups []syscall.SysProcIDMap, setgroups bool) {
	if os.Geteuid() != 0 {
		one := func(id int) []syscall.SysProcIDMap {
			return []syscall.SysProcIDMap{{ContainerID: id, HostID: id, Size: 1}}
		}
		return one(os.Geteuid()), one(os.Getegid()), false
	}
	return mirror("/proc/self/uid_map"), mirror("/proc/self/gid_map"), true
}

// mirror reads which numbers exist in the present namespace.
func mirror(path string) []syscall.SysProcIDMap {
	text, err := os.ReadFile(path)
	if err != nil {
		return []syscall.SysProcIDMap{{Size: 1}}
	}
	var list []syscall.SysProcIDMap
	for lines := bufio.NewScanner(strings.NewReader(string(text))); lines.Scan(); {
		var inside, outside, count int
		if _, err := fmt.Sscan(lines.Text(), &inside, &outside, &count); err == nil {
			list = append(list, syscall.SysProcIDMap{ContainerID: inside, HostID: inside,
				Size: count})
		}
	}
	return list
}
