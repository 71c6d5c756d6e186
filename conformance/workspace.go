package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	json "github.com/go-json-experiment/json"
)

// Workspace is a directory with an agent that works in it.
type Workspace struct {
	// Dir is a real path. The runner made it and removes it.
	Dir string
	// Observation mounts the policy that a file must have been seen before it is
	// changed.
	Observation bool
	// Config are settings of the tools, under the names of the vector files.
	Config *Object
	// Engine is the search engine to use; empty lets the layer choose.
	Engine string
	// WithoutJobs leaves out the service of background jobs.
	WithoutJobs bool
}

// Session is an open [Workspace]. Its calls belong to one agent and come one
// after the other.
type Session interface {
	// Call runs one call of a tool.
	Call(c ToolCall) (ToolOutcome, error)
	// Observe makes the agent see a file as it is, or that there is none, also
	// where no tool would read it.
	Observe(path string) error
	// Close ends what the session still runs.
	Close() error
}

// ToolCall is one call in a session.
type ToolCall struct {
	Tool string
	Args *Object
	// CancelAfter cancels the caller after that time, zero never; CancelBefore
	// before the call, CancelInside when the tool begins its work on the file.
	CancelAfter                time.Duration
	CancelBefore, CancelInside bool
}

// ToolOutcome is what came of a [ToolCall].
type ToolOutcome struct {
	Outcome
	// Text is what the model reads.
	Text string
	Took time.Duration
}

// args builds an object of arguments.
func args(pairs ...any) *Object {
	o := &Object{}
	for i := 0; i < len(pairs); i += 2 {
		o.Set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// merged are the arguments of a case on top of its defaults.
func merged(base *Object, over tree) *Object {
	if given, ok := over.value.(*Object); ok {
		for _, m := range given.Members {
			base.Set(m.Name, m.Value)
		}
	}
	return base
}

// inWorkspace runs f with a session in a fresh directory.
func inWorkspace(d Driver, w Workspace, f func(dir string, s Session) error) (err error) {
	dir, err := os.MkdirTemp("", "conformance-work-")
	if err != nil {
		return err
	}
	defer func() {
		if removed := os.RemoveAll(dir); err == nil {
			err = removed
		}
	}()
	if w.Dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	s, err := d.OpenWorkspace(w)
	if err != nil {
		return err
	}
	defer func() {
		if closed := s.Close(); err == nil {
			err = closed
		}
	}()
	return f(w.Dir, s)
}

// wantError is an expected failure of a tool.
type wantError struct {
	Code     *string `json:"code"`
	Message  string  `json:"message,omitzero"`
	Contains string  `json:"message_contains,omitzero"`
	Prefix   string  `json:"message_prefix,omitzero"`
	// Upstream is a part of the original's own message, which says nothing here.
	Upstream string `json:"upstream_message_contains,omitzero"`
	Reason   string `json:"reason,omitzero"`
}

func (w *wantError) compare(wrong *mismatches, got ToolOutcome, fill func(string) string) {
	wrong.add("isError", got.IsError, true)
	wrong.add("error.code", got.Code, deref(w.Code))
	if w.Message != "" {
		wrong.add("error.message", got.Message, fill(w.Message))
	}
	if !strings.HasPrefix(got.Message, fill(w.Prefix)) ||
		!strings.Contains(got.Message, fill(w.Contains)) {
		wrong.add("error.message", got.Message, "one with "+w.Prefix+w.Contains)
	}
	wrong.add("text", got.Text, "Error: "+got.Message)
}

// unexpected turns a failure that no case expects into a mismatch.
func (m *mismatches) unexpected(got ToolOutcome) bool {
	if got.IsError {
		m.add("failure", got.Code+": "+got.Message, "none")
	}
	return got.IsError
}

// decodeValue reads the value or metadata of a tool, whose further members say
// nothing here.
func decodeValue(text string, into any) error { return json.Unmarshal([]byte(text), into) }
