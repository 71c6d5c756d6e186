package lines

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"regexp/syntax"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/dialect"
)

// Matcher decides about lines. It is immutable and safe for concurrent use.
type Matcher struct {
	expression *regexp.Regexp
	needles    needles
	// exact: a line matches if and only if it contains the needle.
	exact bool
}

// Compile makes a matcher of a pattern in ripgrep's syntax. An error for which
// [dialect.IsInvalid] holds says that the pattern is wrong; others that it is too large.
func Compile(pattern string) (*Matcher, error) {
	text, err := dialect.Translate(pattern)
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return nil, err
	}
	expression, err := regexp.Compile(text)
	if err != nil {
		return nil, err
	}
	tree = tree.Simplify()
	exact := tree.Op == syntax.OpLiteral && tree.Flags&syntax.FoldCase == 0
	return &Matcher{expression: expression, needles: required(tree), exact: exact}, nil
}

// Line is a matching line, without its line ending.
type Line struct {
	// Number counts from 1.
	Number int
	// Text is valid until the callback returns.
	Text []byte
}

// Searcher searches one stream after the other. It is not safe for concurrent use; make one for
// each worker with [Matcher.Searcher].
type Searcher struct {
	*Matcher
	finder *finder
	buf    buffer
	head   [3]byte
	open   opener
	fixed  []byte
	number int
}

// Searcher returns a new searcher.
func (m *Matcher) Searcher() *Searcher { return &Searcher{Matcher: m, finder: newFinder(m.needles)} }

// Search calls found for each matching line of r in order. Unless text is set, a NUL byte ends the
// search at the piece that holds it. It stops when ctx is done, with its cause, and when found
// returns an error, with that.
func (s *Searcher) Search(ctx context.Context, r io.Reader, text bool, found func(Line) error) error {
	r, err := s.decoded(r)
	if err != nil {
		return err
	}
	s.buf.reset(text)
	s.number = 1
	for {
		piece, err := s.buf.next(r)
		if errors.Is(err, errBinary) || err == nil && len(piece) == 0 {
			return nil
		}
		if err == nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err == nil {
			err = s.piece(piece, found)
		}
		if err != nil {
			return err
		}
	}
}

// piece searches whole lines.
func (s *Searcher) piece(piece []byte, found func(Line) error) error {
	s.finder.load(piece)
	counted := 0
	for pos := 0; pos < len(piece); {
		from, to := s.candidate(piece, pos)
		if from < 0 {
			break
		}
		if line := piece[from:to]; s.exact || s.matches(line) {
			s.number += bytes.Count(piece[counted:from], newline)
			counted = from
			if err := found(Line{Number: s.number, Text: bytes.TrimSuffix(line, carriage)}); err != nil {
				return err
			}
		}
		pos = to + 1
	}
	s.number += bytes.Count(piece[counted:], newline)
	return nil
}

var newline, carriage = []byte{'\n'}, []byte{'\r'}

// candidate is the first line at or after pos that may match.
func (s *Searcher) candidate(piece []byte, pos int) (from, to int) {
	from, to = pos, pos
	if len(s.needles.texts) > 0 {
		if to = s.finder.find(pos); to < 0 {
			return -1, -1
		}
		from = pos + 1 + bytes.LastIndexByte(piece[pos:to], '\n')
	}
	if end := bytes.IndexByte(piece[to:], '\n'); end >= 0 {
		return from, to + end
	}
	return from, len(piece)
}

// matches asks the expression. Bytes that are not UTF-8 are shown to it as line endings, which
// nothing matches.
func (s *Searcher) matches(line []byte) bool {
	if utf8.Valid(line) {
		return s.expression.Match(line)
	}
	s.fixed = s.fixed[:0]
	for len(line) > 0 {
		r, size := utf8.DecodeRune(line)
		if r == utf8.RuneError && size == 1 {
			s.fixed = append(s.fixed, '\n')
		} else {
			s.fixed = append(s.fixed, line[:size]...)
		}
		line = line[size:]
	}
	return s.expression.Match(s.fixed)
}
