package sandbox

import "golang.org/x/sys/unix"

const nativeArch = unix.AUDIT_ARCH_AARCH64

// foreign has nothing to refuse: 32-bit calls come with an architecture of their own.
func (p *program) foreign() {}
