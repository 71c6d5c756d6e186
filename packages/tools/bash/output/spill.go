package output

import "os"

// spill writes a whole stream to a file until the stream passes max bytes. Any failure (a full
// disk, a failing close) withdraws the file: a path is advertised only for a complete stream.
type spill struct {
	store *Store
	max   int64
	file  *os.File
	path  string
	size  int64
	given bool // no file will be made any more
}

// write appends p, opening the file at the first call.
func (s *spill) write(p []byte) {
	if s.given {
		return
	}
	if s.store == nil || s.size+int64(len(p)) > s.max {
		s.withdraw()
		return
	}
	if s.file == nil {
		f, err := s.store.create()
		if err != nil {
			s.given = true
			return
		}
		s.file, s.path = f, f.Name()
	}
	n, err := s.file.Write(p)
	s.size += int64(n)
	if err != nil {
		s.withdraw()
	}
}

// withdraw removes the file and ends spilling for good.
func (s *spill) withdraw() {
	s.given = true
	if s.file == nil {
		return
	}
	_ = s.file.Close() // the file goes away in any case
	_ = os.Remove(s.path)
	s.file, s.path = nil, ""
}

// finish closes the file; a stream whose last bytes could not be stored is not advertised.
func (s *spill) finish() {
	if s.file == nil {
		return
	}
	err := s.file.Close()
	s.file = nil
	s.given = true
	if err != nil {
		_ = os.Remove(s.path)
		s.path = ""
	}
}
