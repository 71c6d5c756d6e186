// Package readlog_test reads a session's log, as the cookbook shows.
package readlog_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

func Example() {
	dir, _ := os.MkdirTemp("", "readlog")
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.jsonl")
	if err := record(context.Background(), path); err != nil {
		fmt.Println(err)
	}
	if err := show(os.Stdout, path); err != nil {
		fmt.Println(err)
	}
	// Output:
	// session s, created 2026-01-02T03:04:05.000Z, 1 events
	// user: hello
}

func record(ctx context.Context, path string) error {
	created := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	store, err := jsonl.OpenOrCreate(path, session.Header{ID: "s", Created: created})
	if err != nil {
		return err
	}
	log, _, err := session.Open(ctx, store, session.Options{})
	if err != nil {
		return err
	}
	_, err = log.AddUser(ctx, llm.UserMessage("hello"))
	if err != nil {
		return err
	}
	return log.Close(ctx)
}

// show: show
func show(w io.Writer, path string) error {
	history, err := jsonl.Read(path) // takes no lock: it works while an agent writes
	if err != nil {
		return err
	}
	return session.Show(w, history, session.ShowOptions{})
}

// end: show
