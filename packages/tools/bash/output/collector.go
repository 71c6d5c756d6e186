package output

import "sync"

// Limits bound one stream.
type Limits struct {
	// Inline is how many bytes are kept in memory: the last ones. Zero keeps none.
	Inline int
	// Spill is the largest spill file in bytes. A longer stream leaves no file. Zero: no file.
	Spill int64
}

// Stream is what was kept of one stream.
type Stream struct {
	// Text is valid UTF-8: the end of the stream, or all of it.
	Text string
	// Truncated tells that at least one byte of the stream is not in Text.
	Truncated bool
	// Spill is the path of a file with the whole raw stream; empty when there is none.
	Spill string
	// Bytes counts the raw stream.
	Bytes int64
}

// Collector takes one stream and keeps its end. It never refuses a byte, so the writer never
// blocks on it for longer than one write to the spill file. Safe for concurrent use.
type Collector struct {
	mu    sync.Mutex
	tail  tail
	spill spill
	total int64
	ended bool
}

// NewCollector returns a collector with the given bounds. store may be nil: then nothing spills.
func NewCollector(l Limits, store *Store) *Collector {
	return &Collector{
		tail:  tail{max: max(l.Inline, 0)},
		spill: spill{store: store, max: l.Spill},
	}
}

// Write adds p to the stream. It always takes all of p and returns no error: a spill file that
// cannot be written is given up, and the end of the stream is kept all the same.
func (c *Collector) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	over := c.total+int64(len(p)) > int64(c.tail.max)
	if over && c.total <= int64(c.tail.max) && c.total > 0 {
		c.spill.write(c.tail.last(len(c.tail.buf))) // the stream so far, from its first byte
	}
	if over && len(p) > 0 {
		c.spill.write(p)
	}
	c.tail.write(p)
	c.total += int64(len(p))
	return len(p), nil
}

// Finish tells that the stream has ended and closes the spill file. It may be called again.
func (c *Collector) Finish() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.spill.finish()
}

// Stream returns what is kept now. The spill path is final only after Finish.
func (c *Collector) Stream() Stream {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.tail.last(len(c.tail.buf))
	cut := c.total > int64(len(kept))
	if cut {
		kept = TrimStart(kept)
	}
	return Stream{Text: Decode(kept), Truncated: cut, Spill: c.spill.path, Bytes: c.total}
}
