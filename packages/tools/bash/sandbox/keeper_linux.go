package sandbox

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/dsh-go/dsh/packages/tools/bash/process"
)

// keeper is the host's handle of a supervisor that serves many commands in namespaces of its
// own. It lives until it is closed or the host ends.
type keeper struct {
	process *os.Process
	control *os.File
	exited  chan struct{} // reaped; reason is set
	reason  string
}

// startKeeper starts a keeper: the first process of new namespaces, in which the user is who
// they were.
func startKeeper() (*keeper, error) {
	ours, theirs, err := channel()
	if err != nil {
		return nil, &Error{CodeUnavailable, "make the channel to the keeper", err}
	}
	defer theirs.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		ours.Close()
		return nil, &Error{CodeUnavailable, "open the null device", err}
	}
	defer null.Close()
	attr := &syscall.SysProcAttr{Setsid: true, Cloneflags: syscall.CLONE_NEWUSER |
		syscall.CLONE_NEWPID | syscall.CLONE_NEWNS | syscall.CLONE_NEWIPC}
	attr.UidMappings, attr.GidMappings, attr.GidMappingsEnableSetgroups = identity()
	if os.Geteuid() != 0 {
		attr.AmbientCaps = keeperCapabilities()
	}
	p, err := startSupervisor([]*os.File{null, null, null, theirs}, attr)
	if err != nil {
		ours.Close()
		return nil, err
	}
	k := &keeper{process: p, control: ours, exited: make(chan struct{})}
	go k.listen()
	if _, err := ours.Write([]byte{roleKeeper}); err != nil {
		k.close()
		return nil, &Error{CodeUnavailable, "reach the keeper", err}
	}
	return k, nil
}

// keeperCapabilities are what a keeper of another user than root must be handed over the start of
// its program, in namespaces that are its own: to mount, and to enter what it prepared. Commands
// lose them when they are confined.
func keeperCapabilities() []uintptr {
	return []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_SYS_CHROOT, unix.CAP_SETPCAP}
}

// listen waits for the keeper's end, and for the word that tells why it came to nothing.
func (k *keeper) listen() {
	defer close(k.exited)
	var w word
	err := receive(k.control, &w)
	state, waitErr := k.process.Wait()
	switch {
	case err == nil:
		k.reason = w.Failed
	case waitErr != nil:
		k.reason = waitErr.Error()
	default:
		k.reason = state.String()
	}
	k.control.Close()
}

// alive reports whether commands can be given to the keeper.
func (k *keeper) alive() bool {
	select {
	case <-k.exited:
		return false
	default:
		return true
	}
}

// start hands c to the keeper.
func (k *keeper) start(c process.Command, j job) (*supervised, error) {
	if len(c.Extra) > maxDescriptors-4 {
		return nil, &Error{CodePolicy, fmt.Sprintf("%d descriptors for one command",
			len(c.Extra)), nil}
	}
	ours, theirs, err := channel()
	if err != nil {
		return nil, &Error{CodeUnavailable, "make the channel to the command", err}
	}
	defer theirs.Close()
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		ours.Close()
		return nil, &Error{CodeUnavailable, "open the null device", err}
	}
	defer null.Close()
	fds := []int{int(theirs.Fd())}
	for _, f := range streams(c, null) {
		fds = append(fds, int(f.Fd()))
	}
	rest, err := begin(ours, j)
	if err == nil {
		err = pass(k.control, fds...)
	}
	if err != nil {
		ours.Close()
		return nil, &Error{CodeUnavailable, "hand a command to the keeper", err}
	}
	s := &supervised{control: ours, owner: k, ended: make(chan struct{}),
		gone: make(chan struct{})}
	go s.listen(rest)
	return s, nil
}

// await implements [owner].
func (k *keeper) await() string {
	<-k.exited
	return k.reason
}

// destroy implements [owner].
func (k *keeper) destroy() { _ = k.process.Kill() }

// close ends the keeper with everything in its namespaces and waits for that.
func (k *keeper) close() {
	k.destroy()
	<-k.exited
}
