package sessiontest_test

import (
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/sessiontest"
)

func TestMemory(t *testing.T) {
	sessiontest.TestStore(t, func(*testing.T) sessiontest.Backend {
		store := session.NewMemory(session.Header{ID: "s", Created: time.Unix(0, 0).UTC()})
		return sessiontest.Backend{Open: func() (session.Store, error) { return store, nil }}
	})
}
