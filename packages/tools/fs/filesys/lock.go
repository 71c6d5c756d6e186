package filesys

import (
	"context"
	"sync"
)

// keyLocks holds one lock for each key in use. The zero value is ready.
type keyLocks struct {
	mu   sync.Mutex
	held map[string]*keyLock
}

// keyLock is a lock of capacity one; the runtime serves the senders of a channel in order of
// arrival, which makes it first come, first served.
type keyLock struct {
	turn  chan struct{}
	users int
}

// acquire waits for key's turn. The release it returns must be called once; it is nil on error.
func (k *keyLocks) acquire(ctx context.Context, key string) (release func(), err error) {
	lock := k.enter(key)
	select {
	case lock.turn <- struct{}{}:
		return func() { <-lock.turn; k.leave(key, lock) }, nil
	case <-ctx.Done():
		k.leave(key, lock)
		return nil, context.Cause(ctx)
	}
}

func (k *keyLocks) enter(key string) *keyLock {
	k.mu.Lock()
	defer k.mu.Unlock()
	lock := k.held[key]
	if lock == nil {
		if k.held == nil {
			k.held = make(map[string]*keyLock)
		}
		lock = &keyLock{turn: make(chan struct{}, 1)}
		k.held[key] = lock
	}
	lock.users++
	return lock
}

func (k *keyLocks) leave(key string, lock *keyLock) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if lock.users--; lock.users == 0 {
		delete(k.held, key)
	}
}
