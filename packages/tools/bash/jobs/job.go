package jobs

import (
	"sync"
	"time"
)

// Status is the state of a job: running, stopping once its end was asked for, then one of the
// other three for good.
type Status string

const (
	// StatusRunning: the work goes on.
	StatusRunning Status = "running"
	// StatusStopping: its end was asked for and has not come yet.
	StatusStopping Status = "stopping"
	// StatusCompleted: it ended by itself.
	StatusCompleted Status = "completed"
	// StatusKilled: it was ended.
	StatusKilled Status = "killed"
	// StatusFailed: the producer broke its contract.
	StatusFailed Status = "failed"
)

// active tells that the job still counts against its owner's limit. A stopping one does: it
// still holds its resources.
func (s Status) active() bool { return s == StatusRunning || s == StatusStopping }

// Info is what can be told of a job.
type Info struct {
	ID         string `json:"id"`
	Kind       string `json:"kind"`
	Label      string `json:"label"`
	Status     Status `json:"status"`
	Detail     string `json:"detail,omitzero"`
	StartedAt  int64  `json:"startedAt" description:"Milliseconds since 1970."`
	FinishedAt *int64 `json:"finishedAt,omitzero" description:"Milliseconds since 1970."`
}

// State is the status as tools show it: "[status: completed, exit code: 0]".
func (i Info) State() string {
	if i.Detail == "" {
		return "[status: " + string(i.Status) + "]"
	}
	return "[status: " + string(i.Status) + ", " + i.Detail + "]"
}

// Work is what a producer runs. Its functions may be called from any goroutine.
type Work struct {
	// Cancel asks for the end and returns at once. Called at most once.
	Cancel func()
	// Wait blocks until the work has ended and was cleaned up. Called once.
	Wait func() End
	// Read returns the output since the previous read; nil when there is none to read.
	Read func() string
}

// End is how work ended.
type End struct {
	// Status is completed, killed or failed; anything else counts as failed.
	Status Status
	// Detail is a few words: "exit code: 0".
	Detail string
	// Output is text that comes after everything read before.
	Output string
}

// job is an entry of the registry; mu of the registry guards it.
type job struct {
	info     Info
	owner    string
	limit    int
	work     Work
	reading  sync.Mutex // one reader at a time: reads consume
	final    string
	waiters  int
	reported bool
	settled  chan struct{}
}

func now() int64 { return time.Now().UnixMilli() }
