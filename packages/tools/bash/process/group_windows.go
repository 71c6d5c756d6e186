package process

// Group is the [Tree] of platforms with process groups; Windows has none.
type Group struct{}

// StartGroup always fails with [CodeUnsupported].
func StartGroup(Command) (*Group, error) {
	return nil, &Error{CodeUnsupported, "commands run through bash, which needs Linux or macOS", nil}
}

// Pid is 0.
func (*Group) Pid() int { return 0 }

// Wait implements [Tree].
func (*Group) Wait() Status { return Status{Err: &Error{Code: CodeUnsupported}} }

// Terminate implements [Tree].
func (*Group) Terminate() {}

// Kill implements [Tree].
func (*Group) Kill() {}

// Gone implements [Tree].
func (*Group) Gone() bool { return true }

// Quiet implements [Tree].
func (*Group) Quiet(<-chan struct{}) bool { return true }
