package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// MaxActive is how many jobs of one owner may be active at a time (tools §7).
const MaxActive = 10

// maxSettled is how many ended jobs of one owner are remembered; older ones become unknown.
const maxSettled = 100

// Options configure a registry. The zero value is ready: nobody is told of ended jobs.
type Options struct {
	// Deliver tells an owner that a job ended which nobody waited for. It must not block.
	Deliver func(Notice)
	// MaxWakes is how many notices in a row may wake an idle owner; see [Notice.Wake]. Zero
	// wakes nobody.
	MaxWakes int
	// Logger gets producers' contract breaches; nil discards them.
	Logger *slog.Logger
}

// Registry keeps jobs. Make it with [New]; close it to end what runs. Safe for concurrent use.
type Registry struct {
	options Options

	mu       sync.Mutex
	closed   bool
	jobs     []*job // by start
	counters map[string]int
	wakes    map[string]int
	watchers sync.WaitGroup
}

// New returns an empty registry.
func New(o Options) *Registry {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Registry{options: o, counters: make(map[string]int), wakes: make(map[string]int)}
}

// Start is a job to be.
type Start struct {
	// Kind is a short word; ids are made of it.
	Kind string
	// Label is one line for people and models.
	Label string
	// Owner is the identity of the agent that the job belongs to; jobs without an owner are
	// everyone's.
	Owner string
	// OutputBytes bounds what one read shows; 0 leaves that to the reader.
	OutputBytes int
	// Run starts the work and returns without waiting for it. When it fails there is no job.
	Run func() (Work, error)
}

// Start admits and starts a job. Everything is checked before Run; a failing Run burns no id.
func (r *Registry) Start(s Start) (Info, error) {
	if strings.TrimSpace(s.Kind) == "" || strings.TrimSpace(s.Label) == "" || s.Run == nil {
		return Info{}, refuse(CodeInvalid, "a background job needs a kind, a label and work")
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.admit(s.Owner); err != nil {
		return Info{}, err
	}
	work, err := s.Run()
	if err != nil {
		return Info{}, err
	}
	if work.Wait == nil || work.Cancel == nil {
		return Info{}, refuse(CodeInvalid, "the work of a %s job cannot be waited for or cancelled",
			s.Kind)
	}
	r.counters[s.Kind]++
	j := &job{owner: s.Owner, limit: s.OutputBytes, work: work, settled: make(chan struct{}),
		info: Info{ID: s.Kind + "-" + strconv.Itoa(r.counters[s.Kind]), Kind: s.Kind,
			Label: s.Label, Status: StatusRunning, StartedAt: now()}}
	r.jobs = append(r.jobs, j)
	r.watchers.Go(func() { r.watch(j) })
	return j.info, nil
}

// admit refuses work for an owner who has too much; the caller holds mu.
func (r *Registry) admit(owner string) error {
	if r.closed {
		return refuse(CodeUnavailable, "background jobs unavailable: the job registry is closed")
	}
	active := 0
	for _, j := range r.jobs {
		if j.owner == owner && j.info.Status.active() {
			active++
		}
	}
	if active >= MaxActive {
		return refuse(CodeLimit, "background job limit reached for this owner (limit: %d); "+
			"wait for a job with job_output or end one with job_kill first", MaxActive)
	}
	return nil
}

// watch settles a job when its work has ended.
func (r *Registry) watch(j *job) {
	end := r.await(j)
	r.mu.Lock()
	j.info.Status, j.info.Detail, j.final = end.Status, end.Detail, end.Output
	at := now()
	j.info.FinishedAt = &at
	j.reported = j.reported || j.waiters > 0
	notice, tell := r.notice(j)
	r.forgetOld(j.owner)
	r.mu.Unlock()
	close(j.settled)
	if tell {
		r.options.Deliver(notice)
	}
}

// await waits for the work; a panic or a meaningless status settles the job as failed.
func (r *Registry) await(j *job) (end End) {
	defer func() {
		if p := recover(); p != nil {
			r.options.Logger.Error("job panicked", "job", j.info.ID, "panic", p)
			end = End{Status: StatusFailed, Detail: fmt.Sprint(p)}
		}
	}()
	end = j.work.Wait()
	if end.Status == "" || end.Status.active() {
		r.options.Logger.Error("job ended without a final status", "job", j.info.ID)
		end.Status = StatusFailed
	}
	return end
}

// forgetOld drops the oldest settled jobs of an owner past the bound; the caller holds mu.
func (r *Registry) forgetOld(owner string) {
	settled := 0
	for _, j := range r.jobs {
		if j.owner == owner && !j.info.Status.active() {
			settled++
		}
	}
	r.jobs = slices.DeleteFunc(r.jobs, func(j *job) bool {
		old := settled > maxSettled && j.owner == owner && !j.info.Status.active()
		if old {
			settled--
		}
		return old
	})
}

// find returns the job that owner may see; the caller holds mu.
func (r *Registry) find(id, owner string) (*job, error) {
	for _, j := range r.jobs {
		if j.info.ID != id {
			continue
		}
		if j.owner != "" && j.owner != owner {
			return nil, refuse(CodeForeign, "job %s belongs to another session", id)
		}
		return j, nil
	}
	return nil, refuse(CodeUnknown, "unknown job %s", id)
}

// List returns the jobs that owner may see, oldest first.
func (r *Registry) List(owner string) []Info {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := []Info{}
	for _, j := range r.jobs {
		if j.owner == "" || j.owner == owner {
			list = append(list, j.info)
		}
	}
	return list
}

// Close cancels every job and waits until all have settled, or ctx is done. Nothing is admitted
// any more.
func (r *Registry) Close(ctx context.Context) error {
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	err := r.end(ctx, func(*job) bool { return true })
	if err == nil {
		r.watchers.Wait()
	}
	return err
}

// Dispose cancels the jobs of one owner and waits until they have settled, or ctx is done.
func (r *Registry) Dispose(ctx context.Context, owner string) error {
	r.UserSpoke(owner) // whoever gets this identity next begins anew
	return r.end(ctx, func(j *job) bool { return j.owner == owner })
}

func (r *Registry) end(ctx context.Context, chosen func(*job) bool) error {
	r.mu.Lock()
	var list []*job
	for _, j := range r.jobs {
		if chosen(j) && j.info.Status.active() {
			j.reported = true // its owner is going: nobody is to be told
			list = append(list, j)
		}
	}
	r.mu.Unlock()
	for _, j := range list {
		r.cancel(j)
	}
	var errs []error
	for _, j := range list {
		select {
		case <-j.settled:
		case <-ctx.Done():
			errs = append(errs, fmt.Errorf("job %s still runs: %w", j.info.ID, context.Cause(ctx)))
		}
	}
	return errors.Join(errs...)
}
