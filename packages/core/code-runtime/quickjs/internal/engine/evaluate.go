package engine

// eval evaluates a script and gives its value; flags are the engine's.
func (w *World) eval(source, name string, flags uint64) (uint32, error) {
	at, err := w.out.alloc(uint32(len(source) + len(name) + 2))
	if err != nil {
		return 0, err
	}
	nameAt := at + uint32(len(source)) + 1
	if !w.out.memory.WriteString(at, source+"\x00"+name+"\x00") {
		return 0, errForged
	}
	value, err := w.out.call(fnEval, uint64(at), uint64(len(source)), uint64(nameAt), flags)
	if err != nil {
		return 0, err
	}
	if err := w.step(nil, fnFree, uint64(at)); err != nil {
		return 0, err
	}
	return value, w.check(value)
}

// invoke calls a function value and gives its result. The arguments are
// freed, the function is not.
func (w *World) invoke(function uint32, args ...uint32) (uint32, error) {
	for i, arg := range args {
		if !w.out.memory.WriteUint32Le(w.words()+uint32(4*i), arg) {
			return 0, errForged
		}
	}
	result, err := w.enter(function, len(args))
	if err != nil {
		return 0, err
	}
	for _, arg := range args {
		if err := w.step(nil, fnFreeValue, uint64(arg)); err != nil {
			return 0, err
		}
	}
	return result, nil
}

// enter calls a function value with as many of the words as arguments.
func (w *World) enter(function uint32, argc int) (uint32, error) {
	result, err := w.out.call(fnCall, uint64(function), uint64(w.frozen.undefined),
		uint64(argc), uint64(w.words()))
	if err != nil {
		return 0, w.cause(err)
	}
	return result, w.check(result)
}

// call is invoke for a result that nobody needs.
func (w *World) call(function uint32, args ...uint32) error {
	result, err := w.invoke(function, args...)
	if err != nil {
		return err
	}
	return w.step(nil, fnFreeValue, uint64(result))
}

// cause prefers what a host function wanted to end the guest with.
func (w *World) cause(err error) error {
	if w.failed != nil {
		return w.failed
	}
	return err
}

// check turns an exception value into a [Thrown].
func (w *World) check(value uint32) error {
	if v, ok := w.out.cell(value); ok && v == undefined {
		return nil
	}
	is, err := w.out.call(fnIsException, uint64(value))
	if err != nil || is == 0 {
		return err
	}
	if err := w.step(nil, fnFreeValue, uint64(value)); err != nil {
		return err
	}
	return w.pending()
}

// pending takes the exception that is in flight and renders it.
func (w *World) pending() error {
	reason, err := w.out.call(fnGetException)
	if err != nil {
		return err
	}
	uncatchable, err := w.out.call(fnIsUncatchable, uint64(reason))
	if err != nil {
		return err
	}
	if uncatchable != 0 {
		return &Thrown{Message: ErrMemory.Error(), Uncatchable: true}
	}
	message, err := w.render(reason)
	if err != nil {
		return err
	}
	return &Thrown{Message: message}
}

// render lets the library put an exception into words.
func (w *World) render(reason uint32) (string, error) {
	if w.frozen.entry[entryReport] == 0 {
		return w.out.text(reason, w.words())
	}
	if !w.out.memory.WriteUint32Le(w.words(), reason) {
		return "", errForged
	}
	text, err := w.out.call(fnCall, uint64(w.frozen.entry[entryReport]),
		uint64(w.frozen.undefined), 1, uint64(w.words()))
	if err != nil {
		return "", w.cause(err)
	}
	is, err := w.out.call(fnIsString, uint64(text))
	if err != nil {
		return "", err
	}
	if is == 0 {
		return "", &Thrown{Message: ErrMemory.Error(), Uncatchable: true}
	}
	return w.out.text(text, w.words())
}

// Parses reports whether a script is well-formed, without running it. The
// error is a [Thrown] when it is not.
func (w *World) Parses(source, name string) error {
	value, err := w.eval(source, name, evalCheck)
	if err != nil {
		return err
	}
	return w.step(nil, fnFreeValue, uint64(value))
}

// Run evaluates a script whose value is an async function, and starts it in a
// world described by the setup text, which the library reads. It returns when
// the program waits; its jobs are still to be drained.
func (w *World) Run(source, name, setup string) error {
	program, err := w.eval(source, name, 0)
	if err != nil {
		return err
	}
	text, err := w.out.newString(setup, w.scratch())
	if err != nil {
		return err
	}
	return w.call(w.frozen.entry[entryStart], program, text)
}

// Fire runs the timers that are due.
func (w *World) Fire() error { return w.call(w.frozen.entry[entryFire]) }

// Turn runs jobs until none is pending or stop says so, and then reports the
// first rejection that nobody handled as a [Thrown].
func (w *World) Turn(stop func() bool) error {
	for !stop() {
		ran, err := w.runJob()
		if err != nil {
			return err
		}
		if !ran {
			return w.unhandled()
		}
	}
	return nil
}

// runJob runs the next job, if there is one.
func (w *World) runJob() (ran bool, err error) {
	status, err := w.out.call(fnExecuteJob)
	if err != nil {
		return false, w.cause(err)
	}
	if int32(status) < 0 {
		return false, w.pending()
	}
	return status != 0, nil
}

// Allocated is how many bytes the engine has allocated.
func (w *World) Allocated() (uint32, error) { return w.out.call(fnAllocatedSize) }
