package filesys

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// stage is a private directory beside the target with the new content in it.
type stage struct {
	dir  string
	file string
}

// replace writes content, given in pieces, beside the target, publishes it and returns the new
// version.
func (p *place) replace(content []string, e Expect) (Version, error) {
	if err := p.alive(); err != nil {
		return Version{}, err
	}
	if err := p.ensureDir(); err != nil {
		return Version{}, err
	}
	s, err := p.stage(content)
	if err == nil {
		err = p.publish(s, content, e)
	}
	clean := p.unstage(s)
	if err != nil {
		return Version{}, p.withCleanup(err, clean)
	}
	// Published: nothing that happens from here on may fail the write.
	if p.describe() != nil || !p.exists() {
		return Version{}, nil
	}
	return p.sum.Of(p.info.Version), nil
}

func (p *place) stage(content []string) (stage, error) {
	if err := p.alive(); err != nil {
		return stage{}, err
	}
	dir := stageName(p.base)
	if err := p.dir.Mkdir(dir, 0o700); err != nil {
		return stage{}, err
	}
	s := stage{dir: dir, file: dir + "/content"}
	if err := p.dir.Chmod(dir, 0o700); err != nil {
		return s, err
	}
	// The directory is private, so the file can have its final permissions from the start.
	file, err := p.dir.OpenFile(s.file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return s, err
	}
	return s, first(p.fill(file, content), file.Close())
}

// fill writes the content to its device and takes over what the old file had.
func (p *place) fill(file *os.File, content []string) error {
	p.sum = p.local.NewSum()
	// Small pieces are gathered; large ones go straight through.
	out := bufio.NewWriterSize(file, 1<<16)
	for _, piece := range content {
		if err := p.pour(out, piece); err != nil {
			return err
		}
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if p.exists() {
		keepOwner(file, p.found)
		if err := file.Chmod(p.info.Mode.Perm()); err != nil {
			return err
		}
	}
	if p.local.config.NoSync {
		return nil
	}
	return file.Sync()
}

// pour writes a piece and looks at the context now and then.
func (p *place) pour(file *bufio.Writer, piece string) error {
	for piece != "" {
		if err := p.alive(); err != nil {
			return err
		}
		n, err := file.WriteString(piece[:min(len(piece), loadChunk)])
		if err != nil {
			return err
		}
		_, _ = p.sum.WriteString(piece[:n])
		piece = piece[n:]
	}
	return nil
}

// publish gives the staged file the target's name.
func (p *place) publish(s stage, content []string, e Expect) error {
	if err := p.alive(); err != nil {
		return err
	}
	if e.kind == expectAbsent {
		return p.publishNew(s, content)
	}
	if e.kind == expectVersion {
		// Once more, to make the gap to other processes as small as it can be.
		seen := p.info.Version
		if err := p.describe(); err != nil {
			return err
		}
		if p.info.Version != seen {
			return p.fail(CodeStaleVersion, "file changed since it was read")
		}
	}
	return p.dir.Rename(s.file, p.base)
}

// publishNew links, which fails when the name is taken, or creates where links are unknown.
func (p *place) publishNew(s stage, content []string) error {
	err := p.dir.Link(s.file, p.base)
	if err != nil && cannotLink(err) {
		err = p.createExclusive(content)
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	found, statErr := p.dir.Lstat(p.base)
	if statErr == nil && !found.Mode().IsRegular() {
		return p.fail(CodeNotRegularFile, "not a regular file")
	}
	return p.notObserved()
}

func (p *place) createExclusive(content []string) error {
	file, err := p.dir.OpenFile(p.base, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := first(p.fill(file, content), file.Close()); err != nil {
		return p.withCleanup(err, p.dir.Remove(p.base))
	}
	return nil
}

// withCleanup keeps err's code and text and adds a failed cleanup to its causes.
func (p *place) withCleanup(err, clean error) error {
	err = p.translate(err)
	if e, ok := errors.AsType[*Error](err); ok && clean != nil {
		return &Error{Code: e.Code, Message: e.Message, Err: errors.Join(e.Err, clean)}
	}
	return err
}

// first returns the first failure.
func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// unstage removes what stage made; after a rename the file is gone already.
func (p *place) unstage(s stage) error {
	if s.dir == "" {
		return nil
	}
	if err := p.dir.Remove(s.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return p.dir.Remove(s.dir)
}

// maxStagedName is how much of the target's name the staging directory repeats; with the rest it
// stays below the 255 bytes that file systems allow.
const maxStagedName = 100

func stageName(base string) string {
	base = strings.ToValidUTF8(base[:min(len(base), maxStagedName)], "")
	return fmt.Sprintf(".%s.%d.%s.tmpdir", base, os.Getpid(), rand.Text())
}
