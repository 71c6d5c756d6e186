package sandbox

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// maxDescriptors bounds how many descriptors travel with one command.
const maxDescriptors = 64

// pass sends descriptors over a channel, with one byte to carry them.
func pass(control *os.File, fds ...int) error {
	raw, err := control.SyscallConn()
	if err != nil {
		return err
	}
	rights := unix.UnixRights(fds...)
	var sent error
	err = raw.Write(func(fd uintptr) bool {
		sent = unix.Sendmsg(int(fd), []byte{0}, rights, nil, unix.MSG_NOSIGNAL)
		return sent != unix.EAGAIN
	})
	return errors.Join(err, sent)
}

// acceptCommand takes the descriptors of the next command: its channel, then its streams.
func acceptCommand(control *os.File) (*command, error) {
	raw, err := control.SyscallConn()
	if err != nil {
		return nil, err
	}
	space := make([]byte, unix.CmsgSpace(4*maxDescriptors))
	var n, rights int
	var got error
	err = raw.Read(func(fd uintptr) bool {
		var carrier [1]byte
		n, rights, _, _, got = unix.Recvmsg(int(fd), carrier[:], space, unix.MSG_CMSG_CLOEXEC)
		return got != unix.EAGAIN
	})
	if err := errors.Join(err, got); err != nil {
		return nil, err
	}
	if n == 0 {
		return nil, io.EOF
	}
	fds, err := parseRights(space[:rights])
	if err != nil {
		return nil, err
	}
	channel, err := channelEnd(fds[0])
	if err != nil {
		return nil, err
	}
	return &command{control: channel, fds: fds[1:], ended: make(chan struct{})}, nil
}

func parseRights(space []byte) ([]int, error) {
	messages, err := unix.ParseSocketControlMessage(space)
	if err != nil || len(messages) != 1 {
		return nil, errors.Join(err, errors.New("a message without descriptors"))
	}
	fds, err := unix.ParseUnixRights(&messages[0])
	if err != nil || len(fds) < 4 {
		return nil, errors.Join(err, errors.New("a message with too few descriptors"))
	}
	return fds, nil
}
