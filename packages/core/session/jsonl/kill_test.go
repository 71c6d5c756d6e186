package jsonl_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

// childVariable makes the test program append to the log it names, until it is killed.
const childVariable = "SESSION_TEST_APPEND_TO"

// appendForEver prints the number of every event that the log has acknowledged.
func appendForEver() int {
	ctx := context.Background()
	store, err := jsonl.OpenOrCreate(os.Getenv(childVariable), header())
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	log, _, err := session.Open(ctx, store, session.Options{})
	for err == nil {
		var e session.Event
		if e, err = log.AddUser(ctx, llm.UserMessage("still here")); err == nil {
			_, err = fmt.Println(e.Seq)
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// What a killed process has acknowledged is in the file.
func TestKilledProcess(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	for round := range 3 {
		last := killAfter(t, path, 20+17*round)
		log, _ := openLog(t, path)
		if log.Len() <= last {
			t.Fatalf("round %d: event %d was acknowledged, and %d are there", round, last, log.Len())
		}
		closeLog(t, log)
	}
}

// killAfter lets a process append, kills it when it has acknowledged n events, and returns the last
// number it was heard to acknowledge.
func killAfter(t *testing.T, path string, n int) int64 {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0])
	child.Env = append(os.Environ(), childVariable+"="+path)
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	check(t, err)
	check(t, child.Start())
	last := int64(-1)
	lines := bufio.NewScanner(out)
	for i := 0; lines.Scan(); i++ {
		if last, err = strconv.ParseInt(lines.Text(), 10, 64); err != nil {
			t.Fatal(err)
		}
		if i == n {
			check(t, child.Process.Kill())
		}
	}
	_ = child.Wait() // it was killed
	if last < 0 {
		t.Fatal("the process acknowledged nothing")
	}
	return last
}
