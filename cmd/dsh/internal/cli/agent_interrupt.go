package cli

import (
	"fmt"
	"io"
	"os"
	"os/signal"
)

// exitInterrupted is the exit code of a process that an interrupt ended.
const exitInterrupted = 130

// leaveAtSecondInterrupt ends the process at the second interrupt. The first one
// cancels the command's context, which ends the step in good order; a log file
// survives also the second. Call stop when the work has ended.
func leaveAtSecondInterrupt(w io.Writer) (stop func()) {
	interrupts := make(chan os.Signal, 2)
	signal.Notify(interrupts, os.Interrupt)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for seen := 0; ; {
			select {
			case <-done:
				return
			case <-interrupts:
			}
			if seen++; seen > 1 {
				os.Exit(exitInterrupted)
			}
			fmt.Fprintln(w, "\ndsh: cancelling; interrupt again to leave at once")
		}
	}()
	return func() {
		signal.Stop(interrupts)
		close(done)
		<-ended
	}
}
