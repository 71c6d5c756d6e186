package jsonl

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/dsh-go/dsh/packages/core/session"
)

// Private permissions: a log holds what people and tools said.
const (
	fileMode = 0o600
	dirMode  = 0o700
)

// Create makes a log at path, with the given header and, for a fork, the events it begins with, and
// opens it. Missing directories are made. The file appears under its name when everything in it is
// on the medium. A file that is there already is left alone: session.CodeExists.
func Create(path string, header session.Header, seed []session.Event) (*Store, error) {
	s, err := create(path, header, seed)
	if err != nil {
		return nil, session.At(path, err)
	}
	return s, nil
}

func create(path string, header session.Header, seed []session.Event) (*Store, error) {
	text, err := encode(header, seed)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), dirMode); err != nil {
		return nil, err
	}
	file, err := publish(path, text)
	if errors.Is(err, fs.ErrExist) {
		return nil, &session.Error{Code: session.CodeExists, Message: "there is a file already"}
	}
	if err != nil {
		return nil, err
	}
	return &Store{path: path, file: file, header: header, size: int64(len(text))}, nil
}

// encode makes the text of the new file and reads it back, so that nothing is ever published that
// could not be opened again.
func encode(header session.Header, seed []session.Event) ([]byte, error) {
	text, err := session.AppendHeader(nil, header)
	if err != nil {
		return nil, err
	}
	if _, err := session.ParseHeader(text); err != nil {
		return nil, err
	}
	if err := session.Follows(0, seed); err != nil {
		return nil, err
	}
	for _, e := range seed {
		text = session.AppendLine(text, e)
	}
	return text, nil
}

// publish makes the file, whole and locked, and gives it its name.
func publish(path string, text []byte) (*os.File, error) {
	if runtime.GOOS == "windows" { // an open file cannot lose its first name there
		return publishInPlace(path, text)
	}
	hidden, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".new-*")
	if err != nil {
		return nil, err
	}
	err = fill(hidden, text)
	if err == nil {
		err = os.Link(hidden.Name(), path)
	}
	_ = os.Remove(hidden.Name()) // a leftover name does no harm
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err == nil {
		return hidden, nil
	}
	_ = hidden.Close() // nobody can have seen it
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
		return publishInPlace(path, text) // a file system without hard links
	}
	return nil, err
}

// publishInPlace is for systems where a file cannot be made under another name. A crash may leave
// the beginning of a header, which OpenOrCreate recognises.
func publishInPlace(path string, text []byte) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return nil, err
	}
	err = fill(file, text)
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(path))
	}
	return file, nil
}

// fill locks a new file and syncs text into it.
func fill(file *os.File, text []byte) error {
	if err := lockOnly(file, file.Name()); err != nil {
		return err
	}
	if _, err := file.Write(text); err != nil {
		return err
	}
	return file.Sync()
}

// syncDir makes a new name durable. Windows cannot sync directories and does not need to.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// removeTorn removes the file at path if it is nothing but the beginning of a header, and fails
// with session.CodeExists if it is anything else.
func removeTorn(path string) error {
	file, err := openLocked(path)
	if err != nil {
		return err
	}
	found, err := scanHeader(whole(file))
	if err == nil && !found.torn {
		err = &session.Error{Code: session.CodeExists, Message: "there is a log already"}
	}
	if err == nil {
		err = os.Remove(path)
	}
	return errors.Join(err, file.Close())
}
