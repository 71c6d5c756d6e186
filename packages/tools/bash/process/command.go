package process

import "os"

// Command says what to start. Nothing is inherited: what is not named here the process does not
// get.
type Command struct {
	// Path is the program file; Args its argument vector, Args[0] included.
	Path string
	Args []string
	// Dir is the working directory; it must exist.
	Dir string
	// Env is the whole environment, NAME=value.
	Env []string
	// Stdin, Stdout and Stderr become descriptors 0 to 2; nil is the null device. The caller
	// keeps them and closes its own copies after the start.
	Stdin, Stdout, Stderr *os.File
	// Extra become descriptors 3 and up.
	Extra []*os.File
	// Terminal makes descriptor 1, a terminal, the controlling one.
	Terminal bool
}

// Status is how the first process of a tree ended.
type Status struct {
	// Code is the exit status; meaningless when Signal is set.
	Code int
	// Signal is the name of the signal that killed it ("SIGTERM"), or empty.
	Signal string
	// Err is set when the command never ran: why.
	Err error
}

// Tree is a started command with its descendants. All methods may be called from several
// goroutines.
type Tree interface {
	// Wait blocks until the first process has ended. It may be called again.
	Wait() Status
	// Terminate asks the first process and its group to stop (SIGTERM).
	Terminate()
	// Kill ends everything that the tree can reach (SIGKILL). It does not wait.
	Kill()
	// Gone reports whether the first process has ended and nothing reachable is left.
	Gone() bool
	// Quiet blocks until nothing reachable is left, or done is closed; it reports the former.
	Quiet(done <-chan struct{}) bool
}
