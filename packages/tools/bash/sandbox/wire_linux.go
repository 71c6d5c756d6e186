package sandbox

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// job is what the host tells a supervisor: the command and its confinement.
type job struct {
	Path     string
	Args     []string
	Dir      string
	Env      []string
	Extra    int // descriptors after the standard ones
	Terminal bool
	Confined bool // Rules apply
	Rules    rules
}

// rules are a resolved policy.
type rules struct {
	Write    []string
	Read     []string // empty: everything
	Network  bool
	Landlock int // ABI to use, 0 for none
	Filter   bool
}

// word is what a supervisor tells the host of a command: that it could not be started, or how it
// ended, and then that nothing of it is left.
type word struct {
	Gone   bool
	Failed string
	Spawn  bool // the confinement holds, it is the program that could not be started
	Code   int
	Signal string
}

// The host's orders are single bytes; so is the first thing that it tells a supervisor, whether
// it is to serve one command or to be a keeper.
const (
	orderTerminate = 'T'
	orderKill      = 'K'
	roleSingle     = 'S'
	roleKeeper     = 'M'
)

// frameLimit bounds a message: a command and its environment are far below it.
const frameLimit = 64 << 20

// message is a thing with a wire form. Strings travel as bytes: paths and variables need not be
// valid UTF-8, which rules JSON out.
type message interface{ visit(v *visitor) }

func (j *job) visit(v *visitor) {
	v.text(&j.Path)
	v.texts(&j.Args)
	v.text(&j.Dir)
	v.texts(&j.Env)
	v.number(&j.Extra)
	v.flag(&j.Terminal)
	v.flag(&j.Confined)
	v.texts(&j.Rules.Write)
	v.texts(&j.Rules.Read)
	v.flag(&j.Rules.Network)
	v.number(&j.Rules.Landlock)
	v.flag(&j.Rules.Filter)
}

func (w *word) visit(v *visitor) {
	v.flag(&w.Gone)
	v.text(&w.Failed)
	v.flag(&w.Spawn)
	v.number(&w.Code)
	v.text(&w.Signal)
}

// visitor writes the fields it is shown to buf, or reads them from it.
type visitor struct {
	buf     []byte
	reading bool
	err     error
}

func (v *visitor) number(n *int) {
	if !v.reading {
		v.buf = binary.AppendVarint(v.buf, int64(*n))
		return
	}
	got, size := binary.Varint(v.buf)
	if size <= 0 {
		v.fail()
		return
	}
	*n, v.buf = int(got), v.buf[size:]
}

func (v *visitor) flag(b *bool) {
	n := 0
	if *b {
		n = 1
	}
	v.number(&n)
	*b = n == 1
}

func (v *visitor) text(s *string) {
	n := len(*s)
	v.number(&n)
	if !v.reading {
		v.buf = append(v.buf, *s...)
		return
	}
	if n < 0 || n > len(v.buf) {
		v.fail()
		return
	}
	*s, v.buf = string(v.buf[:n]), v.buf[n:]
}

func (v *visitor) texts(list *[]string) {
	n := len(*list)
	v.number(&n)
	if v.reading {
		if n < 0 || n > len(v.buf) {
			v.fail()
			return
		}
		*list = make([]string, n)
	}
	for i := range *list {
		v.text(&(*list)[i])
	}
}

func (v *visitor) fail() {
	v.err = errors.New("malformed message")
	v.buf = nil
}

func send(w io.Writer, m message) error {
	_, err := w.Write(appendMessage(nil, m))
	return err
}

// appendMessage adds the wire form of m to buf.
func appendMessage(buf []byte, m message) []byte {
	v := visitor{buf: make([]byte, 4, 4096)}
	m.visit(&v)
	binary.BigEndian.PutUint32(v.buf, uint32(len(v.buf)-4))
	return append(buf, v.buf...)
}

func receive(r io.Reader, m message) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	n := binary.BigEndian.Uint32(head[:])
	if n > frameLimit {
		return fmt.Errorf("a message of %d bytes", n)
	}
	v := visitor{buf: make([]byte, n), reading: true}
	if _, err := io.ReadFull(r, v.buf); err != nil {
		return err
	}
	m.visit(&v)
	return v.err
}
