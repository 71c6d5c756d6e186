package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/llm/scripted"
)

// recording keeps what the model answers for a script of the model. The zero
// value keeps nothing.
type recording struct {
	path     string
	recorder *scripted.Recorder
}

// record puts a recorder in front of the model where --record asks for one. What
// could not be written at the end is refused now.
func (f *agentFlags) record(m llm.Model) (llm.Model, recording, error) {
	path := f.recordTo
	if path == "" {
		return m, recording{}, nil
	}
	if f.resume {
		return nil, recording{}, errors.New(
			"--record and --resume: a script must begin where the session does; record a new session")
	}
	switch _, err := os.Lstat(path); {
	case err == nil:
		return nil, recording{}, fmt.Errorf("--record: %s exists: remove it, or name another file", path)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, recording{}, fmt.Errorf("--record: %w", err)
	}
	if info, err := os.Stat(filepath.Dir(path)); err != nil || !info.IsDir() {
		return nil, recording{}, fmt.Errorf("--record: %s is not in an existing directory: make it first", path)
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	r := scripted.NewRecorder(m, name)
	return r, recording{path, r}, nil
}

// write writes the script, also after a task that failed. A model that was never
// asked leaves no file.
func (r recording) write() error {
	if r.recorder == nil || len(r.recorder.Script().Turns) == 0 {
		return nil
	}
	return written(r.recorder.WriteFile(r.path))
}
