package filesys

import (
	"hash/maphash"
	"io/fs"
	"strconv"
)

// Version says what a file was when it was seen. It is a comparable value; the zero Version is
// that of no file and equals no other. Use [Version.Same] to compare, not ==.
type Version struct {
	stamp string
	sum   uint64
}

// IsZero tells whether v was never taken from a file.
func (v Version) IsZero() bool { return v.stamp == "" }

// String returns the stamp, device:inode:size:mtime:ctime with times in nanoseconds (§8.3).
func (v Version) String() string { return v.stamp }

// Same tells whether both are versions of the same content: the stamps are equal, or both have
// checksums and those are equal.
func (v Version) Same(w Version) bool {
	if v.IsZero() || w.IsZero() {
		return false
	}
	return v.stamp == w.stamp || (v.sum != 0 && v.sum == w.sum)
}

// Sum adds the content that a version's checksum is made of, piece by piece. Get one from
// [Local.NewSum]; checksums of different backends are not comparable.
type Sum struct{ hash maphash.Hash }

// Write adds p; it never fails.
func (s *Sum) Write(p []byte) (int, error) { return s.hash.Write(p) }

// WriteString adds p; it never fails.
func (s *Sum) WriteString(p string) (int, error) { return s.hash.WriteString(p) }

// Of completes v with the checksum of everything added so far.
func (s *Sum) Of(v Version) Version {
	v.sum = max(s.hash.Sum64(), 1)
	return v
}

// NewSum starts a checksum.
func (l *Local) NewSum() *Sum {
	s := new(Sum)
	s.hash.SetSeed(l.seed)
	return s
}

func versionOf(info fs.FileInfo) Version {
	stamp := make([]byte, 0, 80)
	for _, n := range identity(info) {
		stamp = append(strconv.AppendInt(stamp, n, 10), ':')
	}
	return Version{stamp: string(stamp[:len(stamp)-1])}
}
