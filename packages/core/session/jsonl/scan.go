package jsonl

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/dsh-go/dsh/packages/core/session"
)

// scan is what reading a whole file found.
type scan struct {
	header    session.Header
	headerEnd int64
	events    []session.Event
	ends      []int64 // ends[i] is the offset behind event i

	size     int64 // of the file
	end      int64 // behind the last good line
	torn     bool  // the file ends before its header does
	unended  bool  // the last good line lacks its newline
	badLines int   // lines behind end
	bad      error // what is wrong with the first of them
	finished bool  // a turn ends behind end, so no crash can have done this
}

// lineReader hands out lines with their numbers and offsets, however long they are.
type lineReader struct {
	r      *bufio.Reader
	long   []byte
	number int
	offset int64 // behind the line
}

// next returns the next line without its newline, valid until the next call, and whether it had
// one. At the end of the file it returns io.EOF.
func (l *lineReader) next() (line []byte, ended bool, err error) {
	line, err = l.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = l.nextLong(line)
	}
	if err != nil && !errors.Is(err, io.EOF) || len(line) == 0 {
		return nil, false, err
	}
	l.number++
	l.offset += int64(len(line))
	line, ended = bytes.CutSuffix(line, []byte{'\n'})
	return line, ended, nil
}

func (l *lineReader) nextLong(line []byte) ([]byte, error) {
	l.long = l.long[:0]
	err := bufio.ErrBufferFull
	for errors.Is(err, bufio.ErrBufferFull) {
		l.long = append(l.long, line...)
		line, err = l.r.ReadSlice('\n')
	}
	l.long = append(l.long, line...)
	return l.long, err
}

const readBuffer = 1 << 16

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, readBuffer)}
}

// scanHeader reads the first line only.
func scanHeader(r io.Reader) (*scan, error) {
	s := new(scan)
	return s, s.readHeader(newLineReader(r))
}

// scanLog reads a log from its beginning. An error means that the file cannot be read or is not a
// log of this format; damage behind the header is in the scan.
func scanLog(r io.Reader, size int64) (*scan, error) {
	lines, s := newLineReader(r), new(scan)
	if err := s.readHeader(lines); err != nil || s.torn {
		return s, err
	}
	for {
		line, ended, err := lines.next()
		if errors.Is(err, io.EOF) {
			s.size = lines.offset
			return s, nil
		}
		if err != nil {
			return s, err
		}
		s.take(line, ended, lines)
		if len(s.events) == sample && lines.number == sample+1 {
			s.makeRoom(size)
		}
	}
}

// sample is after how many events the length of the rest is estimated.
const sample = 256

// makeRoom lets the slices grow once for a file of the given size.
func (s *scan) makeRoom(size int64) {
	rest := int((size - s.end) / (s.end / sample))
	s.events = slices.Grow(s.events, rest)
	s.ends = slices.Grow(s.ends, rest)
}

func (s *scan) readHeader(lines *lineReader) error {
	line, ended, err := lines.next()
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	s.size, s.end = lines.offset, lines.offset
	if !ended && isTornHeader(line) {
		s.torn, s.end = true, 0
		return nil
	}
	s.headerEnd = lines.offset
	s.header, err = session.ParseHeader(line)
	s.unended = !ended
	return err
}

// take adds the event of a good line, or remembers what is wrong with a bad one. Behind a bad line
// it only looks for the end of a turn.
func (s *scan) take(line []byte, ended bool, lines *lineReader) {
	e, err := session.ParseLine(line)
	if s.bad == nil && err == nil {
		err = session.Follows(int64(len(s.events)), []session.Event{e})
	}
	switch {
	case s.bad == nil && err == nil:
		s.events = append(s.events, e)
		s.end, s.unended = lines.offset, !ended
		s.ends = append(s.ends, s.end)
		return
	case s.bad == nil:
		s.bad = &session.Error{
			Code: session.CodeCorrupt, Message: "the log is damaged", Err: err,
			Place: fmt.Sprintf("line %d at offset %d", lines.number, s.end),
		}
	case err == nil && e.Type == session.TypeTurnEnd:
		s.finished = true
	}
	s.badLines++
}

// damage returns the error that forbids to open the log, or nil when a crash may have left it so.
func (s *scan) damage() error {
	if s.finished {
		return s.bad
	}
	return nil
}

// isTornHeader reports whether line can be the beginning of a header that was being written. It is
// strict, because the answer decides whether a file may be written over.
func isTornHeader(line []byte) bool {
	const start = `{"type":"` + string(session.HeaderType) + `","version":0,"id":"`
	if len(line) <= len(start) {
		return bytes.HasPrefix([]byte(start), line)
	}
	_, err := session.ParseHeader(line)
	return bytes.HasPrefix(line, []byte(start)) && err != nil
}

// endOf returns the offset behind the first n events.
func (s *scan) endOf(n int) int64 {
	if n == 0 {
		return s.headerEnd
	}
	return s.ends[n-1]
}
