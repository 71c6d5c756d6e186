package jobs

// Notice tells an owner that a job of theirs ended.
type Notice struct {
	// Owner is whom to tell.
	Owner string
	// Job is the ended job.
	Job Info
	// Text is one line for the model.
	Text string
	// Wake asks to start a turn when the owner is idle. It is false once a number of notices in
	// a row have done so: an agent that starts a job whenever one ends would run for ever. A
	// word from the user begins the count anew, see [Registry.UserSpoke].
	Wake bool
}

// notice decides whether the end of a job is to be told; the caller holds mu.
func (r *Registry) notice(j *job) (Notice, bool) {
	if r.options.Deliver == nil || j.reported || j.owner == "" {
		return Notice{}, false
	}
	n := Notice{Owner: j.owner, Job: j.info,
		Text: "Background job " + j.info.ID + " ended " + j.info.State() +
			". Read its output with job_output."}
	if r.wakes[j.owner] < r.options.MaxWakes {
		r.wakes[j.owner]++
		n.Wake = true
	}
	return n, true
}

// UserSpoke tells that the owner got a message from a person: notices may wake it again.
func (r *Registry) UserSpoke(owner string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.wakes, owner)
}
