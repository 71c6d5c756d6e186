package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/dsh-go/dsh/packages/policy/approval"
)

const (
	paintClear = "\r\x1b[K"
	paintBold  = "\x1b[1m"
	paintDim   = "\x1b[2m"
	paintRed   = "\x1b[31m"
	paintGreen = "\x1b[32m"
	paintReset = "\x1b[0m"
)

// screen writes text to standard output and everything else to standard error.
// On a terminal the last line of standard error says what runs, and for how
// long; it is taken away before anything else is written. Safe for concurrent
// use.
type screen struct {
	in       io.Reader // what a person types
	out, err io.Writer
	color    bool // standard error may be coloured
	visible  bool // standard output is a terminal: control characters are shown

	mu      sync.Mutex
	status  string // what runs, "" for nothing
	since   time.Time
	drawn   bool
	quiet   int   // how many questions are open
	midLine bool  // the text on standard output lacks its line end
	failed  error // the first failure to write to standard output
	done    chan struct{}
	ended   chan struct{}
}

func newScreen(s Streams) *screen {
	live := canPaint(s.Err)
	c := &screen{
		in: s.In, out: s.Out, err: s.Err,
		color: live && os.Getenv("NO_COLOR") == "", visible: isTerminal(s.Out),
	}
	if live {
		c.done, c.ended = make(chan struct{}), make(chan struct{})
		go c.tick()
	}
	return c
}

// tick redraws the status line until the screen stops.
func (c *screen) tick() {
	defer close(c.ended)
	ticker := time.NewTicker(250 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-c.done:
			return
		case <-ticker.C:
			c.mu.Lock()
			c.draw()
			c.mu.Unlock()
		}
	}
}

// stop takes the status line away and ends the ticking.
func (c *screen) stop() {
	if c.done != nil {
		close(c.done)
		<-c.ended
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	c.endLine()
}

// running says what runs, since when; "" for nothing.
func (c *screen) running(status string, since time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status, c.since = status, since
	c.clear()
}

// hush keeps the status line away while a question is open.
func (c *screen) hush() (end func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.quiet++
	c.clear()
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.quiet--
	}
}

var spinner = [...]string{"|", "/", "-", `\`}

func (c *screen) draw() {
	if c.status == "" || c.quiet > 0 || c.midLine {
		return
	}
	elapsed := time.Since(c.since)
	turn := spinner[int(elapsed/(250*time.Millisecond))%len(spinner)]
	fmt.Fprintf(c.err, "%s%s %s %s", paintClear, turn, clip(c.status, 60), elapsed.Truncate(time.Second))
	c.drawn = true
}

func (c *screen) clear() {
	if c.drawn {
		_, _ = io.WriteString(c.err, paintClear)
		c.drawn = false
	}
}

// text writes what the model says.
func (c *screen) text(text string) {
	if text == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	if c.visible {
		text = approval.Visible(text)
	}
	c.print(text)
	c.midLine = !strings.HasSuffix(text, "\n")
}

// endText ends the line that the model's text is on.
func (c *screen) endText() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endLine()
}

func (c *screen) endLine() {
	if c.midLine {
		c.print("\n")
		c.midLine = false
	}
}

// print writes to standard output. The work goes on when that fails; see failure.
func (c *screen) print(text string) {
	if _, err := io.WriteString(c.out, text); c.failed == nil {
		c.failed = err
	}
}

// event writes a line of JSON to standard output.
func (c *screen) event(line []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	c.print(string(line))
}

// failure is why standard output does not have everything, nil when it has.
func (c *screen) failure() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failed
}

// card writes whole lines to standard error.
func (c *screen) card(lines string) {
	if lines == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.clear()
	c.endLine()
	_, _ = io.WriteString(c.err, lines)
}

// paint puts an escape code around text where those mean something.
func (c *screen) paint(code, text string) string {
	if !c.color || text == "" {
		return text
	}
	return code + text + paintReset
}

// questions is where questions are written.
func (c *screen) questions() io.Writer { return questionWriter{c} }

type questionWriter struct{ screen *screen }

func (w questionWriter) Write(p []byte) (int, error) {
	w.screen.mu.Lock()
	defer w.screen.mu.Unlock()
	w.screen.clear()
	w.screen.endLine()
	return w.screen.err.Write(p)
}

// clip is the first line of text, at most n characters of it.
func clip(text string, n int) string {
	line, rest, _ := strings.Cut(text, "\n")
	runes := []rune(line)
	if len(runes) > n {
		return string(runes[:n]) + "..."
	}
	if rest != "" {
		return line + " ..."
	}
	return line
}
