package jsonl

import (
	"os"

	"github.com/dsh-go/dsh/packages/core/session"
)

// Read returns what the log at path holds now, without locking or changing it, so it works while
// another process writes. A torn end is left out. Types that nobody declared are let through.
func Read(path string) (session.History, error) {
	h, err := read(path)
	if err != nil {
		return session.History{}, session.At(path, err)
	}
	return h, nil
}

func read(path string) (session.History, error) {
	file, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return session.History{}, err
	}
	defer file.Close() // it was only read
	found, err := scanFile(file)
	if err != nil {
		return session.History{}, err
	}
	if found.torn {
		return session.History{}, tornHeader()
	}
	if err := found.damage(); err != nil {
		return session.History{}, err
	}
	return session.NewHistory(found.header, found.events)
}
