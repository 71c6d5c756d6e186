package fs_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/editor"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
	"github.com/dsh-go/dsh/packages/tools/fs/readimage"
	"github.com/dsh-go/dsh/packages/tools/fs/write"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func contains(text, part string) bool { return strings.Contains(text, part) }

// complete is a world with the policy and every file tool, walled in as the row says; "" is no
// wall.
func complete(t testing.TB, wall string) *fstest.World {
	t.Helper()
	w := fstest.New(t)
	if wall != "" {
		w.Install(fs.Plugin(fs.Params{Files: w.Files}), wall)
	}
	w.Install(observe.Plugin(observe.Params{Files: w.Files}), "")
	w.Install(read.Plugin(read.Params{Tools: w.Registry, Files: w.Files}), "")
	w.Install(write.Plugin(write.Params{Tools: w.Registry, Files: w.Files}), "")
	w.Install(edit.Plugin(edit.Params{Tools: w.Registry, Files: w.Files}), "")
	w.Install(readimage.Plugin(readimage.Params{Tools: w.Registry, Files: w.Files}), "")
	w.Install(editor.Plugin(editor.Params{Tools: w.Registry, Files: w.Files}), "")
	return w
}

type args map[string]any

// raw is JSON text as an argument.
func raw(text string) jsonvalue.Value {
	v, err := jsonvalue.ParseString(text)
	if err != nil {
		panic(err)
	}
	return v
}

// fails checks code and message of a failed call; "" is no code.
func fails(t testing.TB, r *tools.Result, code, message string) {
	t.Helper()
	if !r.IsError() {
		t.Errorf("succeeded with %.200s, want %s: %s", r.Content().Text(), code, message)
		return
	}
	if got := r.Failure(); string(got.Code()) != code || got.Message() != message {
		t.Errorf("got  %s: %s\nwant %s: %s", got.Code(), got.Message(), code, message)
	}
}

func succeeds(t testing.TB, r *tools.Result) string {
	t.Helper()
	if r.IsError() {
		t.Fatalf("failed: %s: %s", r.Failure().Code(), r.Failure().Message())
	}
	return r.Content().Text()
}
