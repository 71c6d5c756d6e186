package jsonl_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
	"github.com/dsh-go/dsh/packages/core/session/sessiontest"
	"go.uber.org/goleak"
)

func TestConformance(t *testing.T) {
	sessiontest.TestStore(t, func(t *testing.T) sessiontest.Backend {
		path := filepath.Join(t.TempDir(), "deep", "log")
		open := func() (session.Store, error) { return jsonl.OpenOrCreate(path, header()) }
		return sessiontest.Backend{Open: open, Exclusive: true}
	})
}

// The process may die at any byte: whatever prefix of the file is left opens, and gives a history
// that providers accept and everything that was acknowledged.
func TestCutAtEveryOffset(t *testing.T) {
	whole := written(t, 1)
	path := put(t, nil)
	for cut := range len(whole) + 1 {
		check(t, os.WriteFile(path, whole[:cut], 0o600))
		log, _ := openLog(t, path)
		if err := llm.CheckHistory(log.Messages()); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		kept := log.Len()
		if complete := bytes.Count(whole[:cut], []byte{'\n'}) - 1; kept < int64(complete) {
			t.Fatalf("cut at %d: %d events came back of %d", cut, kept, complete)
		}
		closeLog(t, log)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	check(t, err)
	if len(left) != 1 {
		t.Errorf("files are left over: %v", left)
	}
}

// What was cut anywhere inside a line or at its end takes more, and opens again with nothing to
// mend.
func TestCutLogsGoOn(t *testing.T) {
	whole := written(t, 1)
	path := put(t, nil)
	for end := 0; end < len(whole); end += 1 + bytes.IndexByte(whole[end:], '\n') {
		for _, cut := range []int{end, end + 1, end + 20} {
			check(t, os.WriteFile(path, whole[:cut], 0o600))
			log, _ := openLog(t, path)
			turn(t, log)
			if err := llm.CheckHistory(log.Messages()); err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			closeLog(t, log)
			log, recovery := openLog(t, path)
			if recovery.Repaired() {
				t.Fatalf("cut at %d: repaired twice: %+v", cut, recovery)
			}
			closeLog(t, log)
		}
	}
}

// A torn end of garbage, as a machine's crash may leave, goes the same way.
func TestGarbageAtTheEnd(t *testing.T) {
	whole := written(t, 1)
	for _, garbage := range []string{"x", "\x00\x00\x00", "{}\n", "\n", "{\"seq\":9", "a\nb\nc\n"} {
		path := put(t, append(bytes.Clone(whole), garbage...))
		log, recovery := openLog(t, path)
		if recovery.CutBytes != int64(len(garbage)) || !recovery.Repaired() || recovery.Turn != 0 {
			t.Errorf("%q: recovery is %+v", garbage, recovery)
		}
		closeLog(t, log)
		got, err := os.ReadFile(path)
		check(t, err)
		if !bytes.Equal(got, whole) {
			t.Errorf("%q: the file is not what it was before the garbage", garbage)
		}
		kept, err := filepath.Glob(path + ".cut-*")
		check(t, err)
		if lines := strings.Count(garbage, "\n"); (len(kept) > 0) != (lines > 1) {
			t.Errorf("%q: kept %v", garbage, kept)
		}
	}
}

func TestDamageBeforeAFinishedTurn(t *testing.T) {
	whole := written(t, 2)
	lines := bytes.SplitAfter(whole, []byte{'\n'})
	damaged := map[string][]byte{
		"bytes":   bytes.Replace(whole, []byte("hello"), []byte("he\x00lo"), 1),
		"gap":     bytes.Join(append(append([][]byte{}, lines[:3]...), lines[4:]...), nil),
		"twice":   bytes.Join(append(append([][]byte{}, lines[:4]...), lines[3:]...), nil),
		"newline": bytes.Replace(whole, []byte("hello"), []byte("he\nllo"), 1),
	}
	for name, text := range damaged {
		t.Run(name, func(t *testing.T) {
			path := put(t, text)
			store, err := jsonl.Open(path, "")
			check(t, err)
			_, _, err = session.Open(t.Context(), store, fixed())
			wantCode(t, err, session.CodeCorrupt)
			if !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "line 4") &&
				!strings.Contains(err.Error(), "line 5") {
				t.Errorf("error %q does not name the place", err)
			}
			_, err = jsonl.Read(path)
			wantCode(t, err, session.CodeCorrupt)
			got, err := os.ReadFile(path)
			check(t, err)
			if !bytes.Equal(got, text) {
				t.Error("the refused file was changed")
			}
		})
	}
}

func TestFilesThatAreNoLogs(t *testing.T) {
	good := string(written(t, 0))
	for _, test := range []struct {
		name, text string
		code       session.Code
	}{
		{"newer version", strings.Replace(good, `"version":0`, `"version":1`, 1), session.CodeVersion},
		{"newer version, other members", `{"type":"session/header","version":7,"x":1}` + "\n",
			session.CodeVersion},
		{"text", "# Title\n\ntext\n", session.CodeCorrupt},
		{"text without newline", "not a log", session.CodeCorrupt},
		{"JSON", "{}\n", session.CodeCorrupt},
		{"no id", strings.Replace(good, `"id":"s"`, `"id":""`, 1), session.CodeIdentity},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := put(t, []byte(test.text))
			_, err := jsonl.OpenOrCreate(path, header())
			wantCode(t, err, test.code)
			got, err := os.ReadFile(path)
			check(t, err)
			if string(got) != test.text {
				t.Error("the refused file was changed")
			}
		})
	}
	dir := t.TempDir()
	_, err := jsonl.Open(dir, "")
	wantCode(t, err, session.CodeCorrupt)
	_, err = jsonl.Open(filepath.Join(dir, "none"), "")
	wantCode(t, err, session.CodeNotFound)
	_, err = jsonl.Read(filepath.Join(dir, "none"))
	wantCode(t, err, session.CodeNotFound)
}

// A file with events of a plugin that this program does not have is named.
func TestForeignEvents(t *testing.T) {
	path := put(t, written(t, 0))
	store, err := jsonl.Open(path, "")
	check(t, err)
	catalog := &session.Catalog{}
	check(t, catalog.Declare("goal/set", false))
	log, _, err := session.Open(t.Context(), store, session.Options{Catalog: catalog})
	check(t, err)
	_, err = log.Append(t.Context(), session.Record{Type: "goal/set", Data: struct{}{}})
	check(t, err)
	closeLog(t, log)
	store, err = jsonl.Open(path, "")
	check(t, err)
	_, _, err = session.Open(t.Context(), store, fixed())
	wantCode(t, err, session.CodeUnknownType)
	if !strings.HasPrefix(err.Error(), path+": event ") {
		t.Errorf("error %q does not name the file", err)
	}
}

func TestIdentity(t *testing.T) {
	path := put(t, written(t, 0))
	_, err := jsonl.Open(path, "other")
	wantCode(t, err, session.CodeIdentity)
	store, err := jsonl.Open(path, "s")
	check(t, err)
	check(t, store.Close())
}

func TestCreate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	store, err := jsonl.Create(path, header(), nil)
	check(t, err)
	_, err = jsonl.Open(path, "")
	wantCode(t, err, session.CodeLocked)
	check(t, store.Close())
	_, err = jsonl.Create(path, header(), nil)
	wantCode(t, err, session.CodeExists)
	_, err = jsonl.Create(filepath.Join(t.TempDir(), "x"), session.Header{Version: 3, ID: "s"}, nil)
	wantCode(t, err, session.CodeVersion)
	_, err = jsonl.Create(filepath.Join(t.TempDir(), "x"), header(), sessiontest.Events()[1:])
	wantCode(t, err, session.CodeRange)
	info, err := os.Stat(path)
	check(t, err)
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the log may be read by others: %v", info.Mode())
	}
	left, err := os.ReadDir(filepath.Dir(path))
	check(t, err)
	if len(left) != 1 {
		t.Errorf("files are left over: %v", left)
	}
}

// Of many that create one log at the same time, one does.
func TestCreateConcurrentSafe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	var group sync.WaitGroup
	var mu sync.Mutex
	made := 0
	for range 16 {
		group.Go(func() {
			store, err := jsonl.Create(path, header(), nil)
			if err != nil {
				if session.CodeOf(err) != session.CodeExists {
					t.Error(err)
				}
				return
			}
			mu.Lock()
			defer mu.Unlock()
			made++
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if made != 1 {
		t.Errorf("%d created it", made)
	}
}

func TestForkIsMadeWhole(t *testing.T) {
	h, err := jsonl.Read(put(t, written(t, 2)))
	check(t, err)
	head, events, err := h.Fork("f", 5, header().Created)
	check(t, err)
	path := filepath.Join(t.TempDir(), "fork")
	store, err := jsonl.Create(path, head, events)
	check(t, err)
	log, recovery, err := session.Open(t.Context(), store, fixed())
	check(t, err)
	if recovery.Turn != 1 || len(recovery.NotStarted) != 1 {
		t.Errorf("the fork was closed as %+v", recovery)
	}
	if err := llm.CheckHistory(log.Messages()); err != nil {
		t.Error(err)
	}
	closeLog(t, log)
}

func TestReadWhileWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	log, _ := openLog(t, path)
	defer closeLog(t, log)
	turn(t, log)
	h, err := jsonl.Read(path)
	check(t, err)
	if int64(len(h.Events)) != log.Len() || h.Header.ID != "s" {
		t.Errorf("read %d events of %d", len(h.Events), log.Len())
	}
}

func TestFailedWriteIsRepaired(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	store, err := jsonl.OpenOrCreate(path, header())
	check(t, err)
	_, err = store.Load(t.Context())
	check(t, err)
	check(t, store.Close())
	err = store.Write(t.Context(), sessiontest.Events())
	wantCode(t, err, session.CodeStore)
	if !errors.Is(err, fs.ErrClosed) {
		t.Errorf("error %v hides its cause", err)
	}
}

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		os.Exit(appendForEver())
	}
	goleak.VerifyTestMain(m)
}
