package jobs

import (
	"context"
	"time"
)

// Get returns a job that owner may see.
func (r *Registry) Get(id, owner string) (Info, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	j, err := r.find(id, owner)
	if err != nil {
		return Info{}, err
	}
	return j.info, nil
}

// Wait blocks until the job has settled, the limit passed or ctx is done. Only the last is an
// error: a job that goes on is simply returned as it is.
func (r *Registry) Wait(ctx context.Context, id, owner string, limit time.Duration) (Info, error) {
	if limit <= 0 {
		return Info{}, refuse(CodeWait, "invalid wait: expected a positive limit, got %v", limit)
	}
	r.mu.Lock()
	j, err := r.find(id, owner)
	if err != nil {
		r.mu.Unlock()
		return Info{}, err
	}
	j.waiters++
	r.mu.Unlock()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-j.settled:
	case <-timer.C:
	case <-ctx.Done():
		err = &Error{CodeWait, "wait aborted", context.Cause(ctx)}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	j.waiters--
	return j.info, err
}

// Read returns the output of a job since the previous read, and the job as it was after that.
// Reading an ended job tells its owner of the end.
func (r *Registry) Read(id, owner string) (string, Info, error) {
	r.mu.Lock()
	j, err := r.find(id, owner)
	r.mu.Unlock()
	if err != nil {
		return "", Info{}, err
	}
	j.reading.Lock()
	defer j.reading.Unlock()
	// The status first: output that comes after it is read next time, never lost behind it.
	r.mu.Lock()
	info, final := j.info, j.final
	j.final = ""
	j.reported = j.reported || !info.Status.active()
	r.mu.Unlock()
	text := ""
	if j.work.Read != nil {
		text = j.work.Read()
	}
	return text + final, info, nil
}

// Bound is how many bytes one read of the job may show, 0 when its producer set none.
func (r *Registry) Bound(id, owner string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	j, err := r.find(id, owner)
	if err != nil {
		return 0
	}
	return j.limit
}

// Kill asks for the end of a job and returns at once. It reports false for a job that had ended
// before; asking again changes nothing.
func (r *Registry) Kill(id, owner string) (bool, Info, error) {
	r.mu.Lock()
	j, err := r.find(id, owner)
	if err != nil {
		r.mu.Unlock()
		return false, Info{}, err
	}
	if !j.info.Status.active() {
		defer r.mu.Unlock()
		j.reported = true
		return false, j.info, nil
	}
	r.mu.Unlock()
	r.cancel(j)
	r.mu.Lock()
	defer r.mu.Unlock()
	return true, j.info, nil
}

// cancel asks for the end of a job once.
func (r *Registry) cancel(j *job) {
	r.mu.Lock()
	ask := j.info.Status == StatusRunning
	if ask {
		j.info.Status = StatusStopping
	}
	r.mu.Unlock()
	if ask {
		j.work.Cancel()
	}
}
