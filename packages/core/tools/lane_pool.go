package tools

// The bodies of a lane: those that others may overlap run in a pool of workers, which
// grows to the bodies in flight and ends with the lane.

// run runs one body to its end, however it ends.
func (l *Lane) run(e *execution) (returned bool) {
	defer func() {
		if !returned {
			e.result = failed(exited)
		}
	}()
	l.contained(e.dispatch)
	return true
}

// hand gives a body to an idle worker or a new one.
func (l *Lane) hand(e *execution) {
	if l.work == nil {
		l.work = make(chan *execution, l.limit)
	}
	if l.wake == nil {
		l.wake = make(chan struct{}, 1)
	}
	if l.workers < int(l.running.Load()) {
		l.workers++
		l.pool.Go(l.runWorker)
	}
	l.work <- e
}

func (l *Lane) runWorker() {
	for e := range l.work {
		l.runPooled(e)
	}
}

// runPooled runs one body in the pool. A body that ends the worker's goroutine
// fails its call, and the worker is replaced.
func (l *Lane) runPooled(e *execution) {
	returned := false
	defer func() {
		if !returned {
			l.pool.Go(l.runWorker)
		}
		l.running.Add(-1)
		e.settled.Store(true)
		l.signal()
	}()
	returned = l.run(e)
}

// quiesce ends the pool and waits for it.
func (l *Lane) quiesce() {
	if l.work != nil {
		close(l.work)
	}
	l.pool.Wait()
}
