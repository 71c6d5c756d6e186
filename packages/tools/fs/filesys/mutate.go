package filesys

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// mutation is one change of one target.
type mutation struct {
	target Target
	verb   Verb
	// open yields the directory that holds the target, making it when create is set.
	open func(t Target, create bool) (*os.Root, error)
}

// openParent opens the directory of the target without any wall.
func openParent(t Target, create bool) (*os.Root, error) {
	dir := filepath.Dir(t.Key)
	if create {
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return nil, err
		}
	}
	return os.OpenRoot(dir)
}

// place is the spot of a mutation: the directory, held open, and what was found in it. Nothing
// below goes through the directory's path again.
type place struct {
	*mutation
	ctx   context.Context
	local *Local
	dir   *os.Root
	base  string
	info  Info
	found fs.FileInfo
	// sum is that of what was written last.
	sum *Sum
}

// mutate runs change at the target's place while no other mutation of the target runs.
func (l *Local) mutate(ctx context.Context, m *mutation, change func(*place) error) error {
	release, err := l.locks.acquire(ctx, m.target.Key)
	if err != nil {
		return Aborted(m.verb, err)
	}
	defer release()
	p := &place{mutation: m, ctx: ctx, local: l, base: baseName(m.target.Key)}
	defer p.close()
	if err := p.look(); err != nil {
		return p.translate(err)
	}
	return p.translate(change(p))
}

// regular refuses anything but a regular file or nothing at all.
func (p *place) regular() error {
	if p.info.Kind == KindMissing || p.info.Kind == KindFile {
		return nil
	}
	return p.fail(CodeNotRegularFile, "not a regular file")
}

// baseName is the last element of key, and "." for the top of the tree, which has no name.
func baseName(key string) string {
	if base := filepath.Base(key); base != string(filepath.Separator) {
		return base
	}
	return "."
}

// look opens the directory, if it exists, and describes what has the target's name in it.
func (p *place) look() error {
	if err := p.alive(); err != nil {
		return err
	}
	dir, err := p.open(p.target, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	p.dir = dir
	return p.describe()
}

// describe fills in what the target is now. A link here is one that led nowhere when the target
// was resolved, so for this purpose nothing is there.
func (p *place) describe() error {
	found, err := p.dir.Lstat(p.base)
	if err == nil && found.Mode()&fs.ModeSymlink == 0 {
		p.info, p.found = infoOf(found), found
		return nil
	}
	p.info, p.found = Info{}, nil
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (p *place) exists() bool { return p.info.Kind == KindFile }

// ensureDir makes and opens the directory when look found none.
func (p *place) ensureDir() error {
	if p.dir != nil {
		return nil
	}
	dir, err := p.open(p.target, true)
	p.dir = dir
	return err
}

func (p *place) close() {
	if p.dir != nil {
		_ = p.dir.Close()
	}
}

// alive fails when the context is done.
func (p *place) alive() error {
	if p.ctx.Err() == nil {
		return nil
	}
	return Aborted(p.verb, context.Cause(p.ctx))
}

func (p *place) fail(code Code, why string) error {
	return Fail(code, p.verb, p.target.Display, why)
}

func (p *place) translate(err error) error { return Translate(p.verb, p.target.Display, err) }
