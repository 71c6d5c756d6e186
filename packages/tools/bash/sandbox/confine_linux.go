package sandbox

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// confine applies rules to the calling thread, for good, and so to everything started from it.
// f is the filter that they ask for; lock applies the Landlock part.
func confine(r rules, f program, lock func(rules) error) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up new privileges: %w", err)
	}
	if r.Landlock > 0 {
		if err := lock(r); err != nil {
			return err
		}
	}
	if err := dropCapabilities(); err != nil {
		return err
	}
	if !r.Filter {
		return nil
	}
	return filterThread(f)
}

// filterFor builds the filter of system calls for rules, nil when they want none. isolated tells
// that the supervisor is the first process of a namespace, out of reach.
func filterFor(r rules, isolated bool) program {
	if !r.Filter {
		return nil
	}
	return filter(filterOptions{
		network:   r.Network,
		neighbour: !isolated,
		signals:   !isolated && r.Landlock < abiScope,
		self:      unix.Getpid(),
	})
}

// keptCapabilities are what root keeps inside: enough to work on files of several owners, which
// the confinement of writes does not depend on.
func keptCapabilities() []int {
	return []int{unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_FOWNER, unix.CAP_FSETID,
		unix.CAP_SETGID, unix.CAP_SETUID}
}

// dropCapabilities takes every other capability from the thread, for good.
func dropCapabilities() error {
	var kept [2]uint32
	for _, c := range keptCapabilities() {
		kept[c/32] |= 1 << (c % 32)
	}
	if err := dropBounds(kept); err != nil {
		return err
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var have [2]unix.CapUserData
	if err := unix.Capget(&head, &have[0]); err != nil {
		return fmt.Errorf("read the capabilities: %w", err)
	}
	for i := range have {
		have[i].Permitted &= kept[i]
		have[i].Effective &= kept[i]
		have[i].Inheritable = 0
	}
	if err := unix.Capset(&head, &have[0]); err != nil {
		return fmt.Errorf("drop the capabilities: %w", err)
	}
	return nil
}

// dropBounds keeps root's programs from regaining capabilities. Those of other users cannot: new
// privileges were given up.
func dropBounds(kept [2]uint32) error {
	if unix.Geteuid() != 0 {
		return nil
	}
	for c := range unix.CAP_LAST_CAP + 1 {
		if kept[c/32]&(1<<(c%32)) != 0 {
			continue
		}
		err := unix.Prctl(unix.PR_CAPBSET_DROP, uintptr(c), 0, 0, 0)
		if err != nil && err != unix.EINVAL && err != unix.EPERM { // unknown, or none to drop
			return fmt.Errorf("drop a capability: %w", err)
		}
	}
	return nil
}
