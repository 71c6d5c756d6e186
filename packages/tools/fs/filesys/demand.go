package filesys

import (
	"fmt"
	"io"
)

// demand checks the expectation against what look found.
func (p *place) demand(e Expect) error {
	switch e.kind {
	case expectAbsent:
		if p.exists() {
			return p.notObserved()
		}
	case expectVersion:
		return p.demandVersion(e.version)
	}
	return nil
}

func (p *place) demandVersion(v Version) error {
	if !p.exists() {
		return p.fail(CodeStaleVersion, "file no longer exists")
	}
	if !p.unchanged(v) {
		return p.fail(CodeStaleVersion, "file changed since it was read")
	}
	return nil
}

func (p *place) notObserved() error {
	return &Error{Code: CodeNotObserved, Message: fmt.Sprintf(
		"cannot overwrite existing \"%s\" without reading it first", p.target.Display)}
}

// unchanged compares by stamp and, when that differs but the size does not tell, by content.
func (p *place) unchanged(v Version) bool {
	now := p.info.Version
	if now.Same(v) {
		return true
	}
	if v.sum == 0 || !p.exists() {
		return false
	}
	file, err := p.dir.Open(p.base)
	if err != nil {
		return false
	}
	defer file.Close()
	sum := p.local.NewSum()
	if _, err := io.CopyBuffer(sum, io.LimitReader(file, p.info.Size), make([]byte, 1<<16)); err != nil {
		return false
	}
	return sum.Of(now).Same(v)
}
