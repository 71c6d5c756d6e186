package sandbox

import (
	"fmt"
	"os"

	"github.com/landlock-lsm/go-landlock/landlock"
	lls "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// The Landlock ABI versions at which a right that matters here came in.
const (
	abiRefer    = 2  // Linux 5.19: renames and links between directories can be allowed
	abiTruncate = 3  // Linux 6.2
	abiNetwork  = 4  // Linux 6.7: TCP
	abiIoctl    = 5  // Linux 6.10: devices
	abiScope    = 6  // Linux 6.12: signals, abstract Unix sockets
	abiNewest   = 11 // what the library knows
)

// landlockVersion is the kernel's ABI, 0 without Landlock.
func landlockVersion() int {
	abi, err := lls.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return min(abi, abiNewest)
}

// landlockConfig asks for everything that one ABI can restrict. Never for the best effort: an
// unknown right must be an error, not a gap.
func landlockConfig(r rules) landlock.Config {
	all := []landlock.Config{landlock.V1, landlock.V2, landlock.V3, landlock.V4, landlock.V5,
		landlock.V6, landlock.V7, landlock.V8, landlock.V9, landlock.V10, landlock.V11}
	c := all[min(r.Landlock, len(all))-1]
	if r.Network {
		c.HandledAccessNet = 0
		c.HandledAccessFS &^= lls.AccessFSResolveUnix
		c.Scoped &^= lls.ScopeAbstractUnixSocket
	}
	return c
}

// landlockThread restricts the calling thread.
func landlockThread(r rules) error {
	fd, flags, err := landlockRuleset(r)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return landlockApply(fd, flags)
}

// landlockRuleset makes the rules, for any number of threads.
func landlockRuleset(r rules) (fd int, flags uint32, err error) {
	fd, flags, err = landlockConfig(r).NewRulesetFD(landlockRules(r)...)
	if err != nil {
		return -1, 0, fmt.Errorf("make the Landlock rules: %w", err)
	}
	return fd, flags, nil
}

// landlockApply restricts the calling thread with rules made before.
func landlockApply(fd int, flags uint32) error {
	if err := lls.LandlockRestrictSelf(fd, flags); err != nil {
		return fmt.Errorf("apply the Landlock rules: %w", err)
	}
	return nil
}

// landlockRules allow reading, writing in the given places, and the harmless devices.
func landlockRules(r rules) []landlock.Rule {
	read := r.Read
	if len(read) == 0 {
		read = []string{"/"}
	}
	devices := landlock.RWFiles("/dev/null", "/dev/zero", "/dev/full", "/dev/random",
		"/dev/urandom", "/dev/tty").IgnoreIfMissing()
	if r.Landlock >= abiIoctl {
		devices = devices.WithIoctlDev()
	}
	list := []landlock.Rule{devices}
	for _, path := range read {
		if isDir(path) {
			list = append(list, landlock.RODirs(path))
		} else {
			list = append(list, landlock.ROFiles(path))
		}
	}
	for _, path := range r.Write {
		list = append(list, writeRule(path, r.Landlock))
	}
	return list
}

func writeRule(path string, abi int) landlock.Rule {
	if !isDir(path) {
		return landlock.RWFiles(path)
	}
	if abi < abiRefer {
		return landlock.RWDirs(path)
	}
	return landlock.RWDirs(path).WithRefer()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
