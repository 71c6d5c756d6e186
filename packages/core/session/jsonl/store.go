package jsonl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/dsh-go/dsh/packages/core/session"
)

// Store keeps one log in one file. It implements session.Store; a session.Log uses it from one
// goroutine at a time.
type Store struct {
	path   string
	file   *os.File
	header session.Header

	next   int64 // the sequence number that follows the kept events
	size   int64 // where the next line begins
	buffer []byte

	closing sync.Once
	closed  error
}

var _ session.Store = (*Store)(nil)

// Open opens the log in the file at path for writing and takes its lock. A non-empty id must be the
// one in the header. The codes are session.CodeNotFound, CodeLocked, CodeVersion, CodeIdentity,
// CodeCorrupt for a file that is not a log, and CodeStore for what the system refuses.
func Open(path, id string) (*Store, error) {
	file, err := openLocked(path)
	if err != nil {
		return nil, session.At(path, err)
	}
	s := &Store{path: path, file: file}
	if err := s.readHeader(id); err != nil {
		_ = file.Close() // nothing was written
		return nil, session.At(path, err)
	}
	return s, nil
}

// OpenOrCreate opens the log at path, or makes one with the given header when there is no file yet
// or only a piece of a header. An existing log keeps its own header.
func OpenOrCreate(path string, header session.Header) (*Store, error) {
	s, err := Open(path, "")
	if session.CodeOf(err) != session.CodeNotFound {
		return s, err
	}
	s, err = Create(path, header, nil)
	if session.CodeOf(err) != session.CodeExists {
		return s, err
	}
	if err := removeTorn(path); err != nil {
		return nil, session.At(path, err)
	}
	return Create(path, header, nil)
}

// Path returns where the log is.
func (s *Store) Path() string { return s.path }

// Header returns what identifies the log.
func (s *Store) Header() session.Header { return s.header }

// Load reads the events and cuts off a torn end. When more than one line has to go, the removed
// part is kept in a file beside the log, named after it with ".cut-" and random digits.
func (s *Store) Load(ctx context.Context) (session.Loaded, error) {
	found, err := s.scan(ctx)
	if err == nil {
		err = found.damage()
	}
	if err != nil {
		return session.Loaded{}, session.At(s.path, err)
	}
	if err := s.mend(found); err != nil {
		return session.Loaded{}, session.At(s.path, err)
	}
	s.next = int64(len(found.events))
	return session.Loaded{
		Events: found.events, CutBytes: found.size - found.end, CutLines: found.badLines,
	}, nil
}

// Write appends events in one piece and syncs the file.
func (s *Store) Write(_ context.Context, events []session.Event) error {
	if err := session.Follows(s.next, events); err != nil {
		return session.At(s.path, err)
	}
	s.buffer = s.buffer[:0]
	for _, e := range events {
		s.buffer = session.AppendLine(s.buffer, e)
	}
	if err := s.write(s.buffer); err != nil {
		return session.At(s.path, err)
	}
	s.next += int64(len(events))
	if cap(s.buffer) > mostBuffer {
		s.buffer = nil
	}
	return nil
}

// mostBuffer bounds the write buffer that a store keeps between writes.
const mostBuffer = 1 << 20

// write puts text behind the last line, wherever the file's own position is, so that a failed write
// leaves a torn end and nothing else.
func (s *Store) write(text []byte) error {
	if _, err := s.file.WriteAt(text, s.size); err != nil {
		return err
	}
	if err := s.file.Sync(); err != nil {
		return err
	}
	s.size += int64(len(text))
	return nil
}

// Close gives the lock back and closes the file.
func (s *Store) Close() error {
	s.closing.Do(func() { s.closed = s.file.Close() })
	return s.closed
}

func (s *Store) readHeader(id string) error {
	found, err := scanHeader(whole(s.file))
	switch {
	case err != nil:
		return err
	case found.torn:
		return tornHeader()
	case id != "" && found.header.ID != id:
		return &session.Error{Code: session.CodeIdentity, Message: fmt.Sprintf(
			"the log is of session %q, not of %q", found.header.ID, id)}
	}
	s.header = found.header
	return nil
}

func (s *Store) scan(ctx context.Context) (*scan, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return scanFile(s.file)
}

// mend makes the file what the scan found good in it.
func (s *Store) mend(found *scan) error {
	s.size = found.end
	if found.badLines > 1 {
		if _, err := keepCopy(s.file, s.path, ".cut-*", found.end); err != nil {
			return err
		}
	}
	if found.size > found.end {
		if err := s.cut(found.end); err != nil {
			return err
		}
	}
	if found.unended {
		return s.write([]byte{'\n'})
	}
	return nil
}

func (s *Store) cut(size int64) error {
	if err := s.file.Truncate(size); err != nil {
		return err
	}
	s.size = size
	return s.file.Sync()
}

// keepCopy copies the file from offset on to a new private file beside it and returns its path.
func keepCopy(file *os.File, path, suffix string, offset int64) (string, error) {
	kept, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+suffix)
	if err != nil {
		return "", err
	}
	_, err = io.Copy(kept, io.NewSectionReader(file, offset, endless))
	err = errors.Join(err, kept.Sync(), kept.Close())
	return kept.Name(), err
}

const endless = 1 << 62

func scanFile(f *os.File) (*scan, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return scanLog(whole(f), info.Size())
}

// whole reads f from its beginning, wherever its own position is.
func whole(f *os.File) io.Reader { return io.NewSectionReader(f, 0, endless) }

// openLocked opens an existing log for writing and takes its lock.
func openLocked(path string) (*os.File, error) {
	file, err := openRegular(path, os.O_RDWR)
	if err != nil {
		return nil, err
	}
	if err := lockOnly(file, path); err != nil {
		_ = file.Close() // nothing was written
		return nil, err
	}
	return file, nil
}

func openRegular(path string, flag int) (*os.File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, notFound("there is no log", nil)
	}
	if err != nil {
		return nil, err
	}
	// Opening a pipe or a device could wait for ever, so its kind is looked at first.
	if !info.Mode().IsRegular() {
		return nil, &session.Error{Code: session.CodeCorrupt, Message: "this is not a regular file"}
	}
	return os.OpenFile(path, flag, 0)
}

// lockOnly locks file and makes sure that it is still what path names.
func lockOnly(file *os.File, path string) error {
	got, err := lock(file)
	if err != nil {
		return err
	}
	if !got {
		return &session.Error{
			Code: session.CodeLocked, Message: "another writer has the log open; end it first",
		}
	}
	mine, err := file.Stat()
	if err != nil {
		return err
	}
	theirs, err := os.Stat(path)
	if err != nil || !os.SameFile(mine, theirs) {
		return notFound("the log was moved away while it was opened", err)
	}
	return nil
}

func notFound(message string, cause error) error {
	return &session.Error{Code: session.CodeNotFound, Message: message, Err: cause}
}

func tornHeader() error {
	return notFound("the file ends inside its header, so the log was never finished being made and is empty; remove the file and begin anew", nil)
}
