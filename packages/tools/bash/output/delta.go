package output

// Delta is what a stream gained since an earlier read.
type Delta struct {
	// Text is the new text, valid UTF-8.
	Text string
	// Next is the offset to read from next time.
	Next int64
	// Lossy tells that bytes after the offset are no longer in memory.
	Lossy bool
	// Spill is the path of the file with the whole stream, if there is one.
	Spill string
}

// ReadFrom returns the stream from a byte offset on, as far as memory still holds it. While the
// stream goes on, the bytes of an incomplete code point at its end are held back for the next
// read; after Finish they are given out as they are.
func (c *Collector) ReadFrom(offset int64) Delta {
	c.mu.Lock()
	defer c.mu.Unlock()
	offset = min(max(offset, 0), c.total)
	d := Delta{Next: c.total, Spill: c.spill.path}
	held := int64(len(c.tail.buf))
	want := c.total - offset
	d.Lossy = want > held
	kept := c.tail.last(int(min(want, held)))
	if d.Lossy {
		kept = TrimStart(kept)
	}
	if !c.ended {
		n := pending(kept)
		kept = kept[:len(kept)-n]
		d.Next -= int64(n)
	}
	d.Text = Decode(kept)
	return d
}
