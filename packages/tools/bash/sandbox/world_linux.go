package sandbox

import (
	"fmt"
	"os"
	"slices"
	"sync"

	"golang.org/x/sys/unix"
)

// world is what a keeper prepares once for all commands of the same rules: a mount namespace and
// a set of Landlock rules.
type world struct {
	key    string
	places []place
	pins   []int // descriptors of the places, so that their identities stay theirs
	mounts int   // descriptor of the mount namespace
	locks  int   // descriptor of the Landlock rules, -1 without Landlock
	flags  uint32
	filter program // nil without a filter
}

// worlds are the prepared worlds, the latest one used first.
type worlds struct {
	mu   sync.Mutex
	list []*world
}

// maxWorlds bounds them: there are as many rules in use as there are workspaces and modes.
const maxWorlds = 8

// place is the identity of a writable place: rules hold for it, not for its path.
type place struct{ device, inode uint64 }

// places are the identities of what is at the paths now.
func places(paths []string) []place {
	pins := pin(paths)
	defer closeDescriptors(pins)
	return identities(pins)
}

func identities(pins []int) []place {
	list := make([]place, len(pins))
	for i, fd := range pins {
		var st unix.Stat_t
		if fd >= 0 && unix.Fstat(fd, &st) == nil {
			list[i] = place{uint64(st.Dev), st.Ino}
		}
	}
	return list
}

// enter moves the calling thread into the world of the job's rules, gives the command to come a
// name of its own that none of its processes can put off, and confines the thread.
func (w *worlds) enter(j *job) (found *world, name string, err error) {
	// A namespace for host names costs nothing and serves as the name.
	if err := unix.Unshare(unix.CLONE_FS | unix.CLONE_NEWUTS); err != nil {
		return nil, "", fmt.Errorf("make a namespace for the command: %w", err)
	}
	if name, err = os.Readlink("/proc/thread-self/ns/uts"); err != nil {
		return nil, "", fmt.Errorf("name the command: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if found, err = w.find(j.Rules); err != nil {
		return nil, "", err
	}
	if err := unix.Setns(found.mounts, unix.CLONE_NEWNS); err != nil {
		return nil, "", fmt.Errorf("enter the mount namespace: %w", err)
	}
	if !j.Confined {
		return found, name, nil
	}
	return found, name, confine(j.Rules, found.filter, func(rules) error {
		return landlockApply(found.locks, found.flags)
	})
}

// current returns the world of the rules, nil when there is none that still holds.
func (w *worlds) current(r rules) *world {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.known(r)
}

// known looks for the world of the rules and drops it when the writable places are not what they
// were; the caller holds mu.
func (w *worlds) known(r rules) *world {
	key := r.text()
	i := slices.IndexFunc(w.list, func(k *world) bool { return k.key == key })
	if i < 0 {
		return nil
	}
	known := w.list[i]
	w.list = slices.Delete(w.list, i, i+1)
	if !slices.Equal(known.places, places(r.Write)) {
		known.release()
		return nil
	}
	w.list = slices.Insert(w.list, 0, known)
	return known
}

// find returns the world of the rules, making it with the calling thread when there is none; the
// caller holds mu.
func (w *worlds) find(r rules) (*world, error) {
	if known := w.known(r); known != nil {
		return known, nil
	}
	pins := pin(r.Write)
	now := identities(pins)
	made, err := newWorld(r)
	if err != nil {
		closeDescriptors(pins)
		return nil, err
	}
	made.key, made.places, made.pins = r.text(), now, pins
	w.list = slices.Insert(w.list, 0, made)
	if len(w.list) > maxWorlds {
		w.list[maxWorlds].release()
		w.list = w.list[:maxWorlds]
	}
	return made, nil
}

// newWorld makes a world with the calling thread in it.
func newWorld(r rules) (*world, error) {
	if err := isolate(r.Write); err != nil {
		return nil, err
	}
	w := &world{locks: -1, filter: filterFor(r, true)}
	var err error
	w.mounts, err = unix.Open("/proc/thread-self/ns/mnt", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("keep the mount namespace: %w", err)
	}
	if r.Landlock > 0 {
		if w.locks, w.flags, err = landlockRuleset(r); err != nil {
			w.release()
			return nil, err
		}
	}
	return w, nil
}

// release gives the world up. Commands in it keep it alive.
func (w *world) release() {
	closeDescriptors(w.pins)
	closeDescriptors([]int{w.mounts, w.locks})
}

// pin opens places so that no other can get their identity when they are removed.
func pin(paths []string) []int {
	list := make([]int, len(paths))
	for i, path := range paths {
		fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
		if err != nil {
			fd = -1
		}
		list[i] = fd
	}
	return list
}

func closeDescriptors(list []int) {
	for _, fd := range list {
		if fd >= 0 {
			_ = unix.Close(fd) // handles: nothing can be lost
		}
	}
}

// text is the wire form of the rules: equal rules have equal texts.
func (r rules) text() string {
	only := job{Confined: true, Rules: r}
	v := visitor{}
	only.visit(&v)
	return string(v.buf)
}
