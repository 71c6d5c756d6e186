package output

// tail is a ring of the last max bytes written to it. It grows with what it holds, so that a
// short stream costs little, and never past max.
type tail struct {
	max   int
	buf   []byte
	start int // index of the oldest byte once the ring is full
}

// write adds p, forgetting the oldest bytes that no longer fit.
func (t *tail) write(p []byte) {
	if t.max <= 0 {
		return
	}
	if len(p) >= t.max {
		t.buf = append(t.buf[:0], p[len(p)-t.max:]...)
		t.start = 0
		return
	}
	if room := t.max - len(t.buf); room > 0 {
		n := min(room, len(p))
		t.grow(n)
		t.buf = append(t.buf, p[:n]...)
		p = p[n:]
	}
	for len(p) > 0 {
		n := copy(t.buf[t.start:], p)
		p = p[n:]
		t.start += n
		if t.start == len(t.buf) {
			t.start = 0
		}
	}
}

// grow makes room for n more bytes without ever allocating past the cap.
func (t *tail) grow(n int) {
	need := len(t.buf) + n
	if need <= cap(t.buf) {
		return
	}
	size := min(t.max, max(need, 2*cap(t.buf), 512))
	grown := make([]byte, len(t.buf), size)
	copy(grown, t.buf)
	t.buf = grown
}

// last copies the newest n bytes, oldest first; n is at most what is held.
func (t *tail) last(n int) []byte {
	out := make([]byte, 0, n)
	skip := len(t.buf) - n
	older, newer := t.buf[t.start:], t.buf[:t.start]
	if skip < len(older) {
		return append(append(out, older[skip:]...), newer...)
	}
	return append(out, newer[skip-len(older):]...)
}
