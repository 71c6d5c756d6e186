package filesys

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// File is an open regular file. The caller closes it.
type File struct {
	// ReadCloser gives the content; it is not safe for concurrent use.
	io.ReadCloser
	// Info was taken when the file was opened.
	Info Info
}

// Open opens the target for reading. What it is gets looked at before it is opened, so a pipe or a
// device is refused without being touched (CodeNotRegularFile); a missing one is CodeNotFound.
// The error texts say that the target cannot be VERB.
func (l *Local) Open(ctx context.Context, t Target, verb Verb) (*File, error) {
	if ctx.Err() != nil {
		return nil, Aborted(verb, context.Cause(ctx))
	}
	info, err := os.Stat(t.Key)
	if err != nil {
		return nil, openFailure(verb, t, err)
	}
	if !info.Mode().IsRegular() {
		return nil, Fail(CodeNotRegularFile, verb, t.Display, "not a regular file")
	}
	file, err := os.OpenFile(t.Key, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, openFailure(verb, t, err)
	}
	// What is open may be something else than what was looked at.
	if info, err = file.Stat(); err == nil && info.Mode().IsRegular() {
		return &File{ReadCloser: file, Info: infoOf(info)}, nil
	}
	_ = file.Close()
	if err != nil {
		return nil, Translate(verb, t.Display, err)
	}
	return nil, Fail(CodeNotRegularFile, verb, t.Display, "not a regular file")
}

func openFailure(verb Verb, t Target, err error) error {
	if errors.Is(err, fs.ErrNotExist) || isNotDirectory(err) {
		e := Fail(CodeNotFound, verb, t.Display, "not found")
		e.Err = err
		return e
	}
	return Translate(verb, t.Display, err)
}

// ReadBytes returns the whole content, which may have up to maxBytes bytes; more is CodeTooLarge,
// also when the file grows while it is read.
func (l *Local) ReadBytes(ctx context.Context, t Target, maxBytes int64) ([]byte, Info, error) {
	f, err := l.Open(ctx, t, VerbRead)
	if err != nil {
		return nil, Info{}, err
	}
	defer f.Close()
	if f.Info.Size > maxBytes {
		return nil, f.Info, tooLarge(VerbRead, t, f.Info.Size, maxBytes)
	}
	data := make([]byte, 0, f.Info.Size+1)
	data, err = appendAll(ctx, data, f, maxBytes)
	switch {
	case ctx.Err() != nil:
		return nil, f.Info, Aborted(VerbRead, context.Cause(ctx))
	case err != nil:
		return nil, f.Info, Translate(VerbRead, t.Display, err)
	case int64(len(data)) > maxBytes:
		why := fmt.Sprintf("content exceeds the %d-byte limit", maxBytes)
		return nil, f.Info, Fail(CodeTooLarge, VerbRead, t.Display, why)
	}
	return data, f.Info, nil
}

func tooLarge(verb Verb, t Target, size, limit int64) *Error {
	why := fmt.Sprintf("%d bytes exceeds the %d-byte limit", size, limit)
	return Fail(CodeTooLarge, verb, t.Display, why)
}

// appendAll appends what r has to data and stops when there is more than limit of it.
func appendAll(ctx context.Context, data []byte, r io.Reader, limit int64) ([]byte, error) {
	for int64(len(data)) <= limit && ctx.Err() == nil {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):min(cap(data), len(data)+chunkSize)])
		data = data[:len(data)+n]
		if errors.Is(err, io.EOF) {
			return data, nil
		}
		if err != nil {
			return data, err
		}
	}
	return data, nil
}

// chunkSize is how much is read or written between two looks at the context.
const chunkSize = 1 << 20
