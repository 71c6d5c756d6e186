package quickjs_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

func TestMain(m *testing.M) {
	if playChecker() || playFirstProgram() {
		return
	}
	goleak.VerifyTestMain(m)
}

// cacheDir is shared by all test binaries of this module: compiling the
// guests takes seconds, above all under the race detector.
func cacheDir(t testing.TB) string {
	t.Helper()
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return filepath.Join(base, "dsh-test-wasm")
}

// open gives a runtime that is closed with the test.
func open(t testing.TB, config quickjs.Config) *quickjs.Runtime {
	t.Helper()
	config.CacheDir = cacheDir(t)
	r, err := quickjs.New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return r
}

// run runs a program and fails the test on misuse.
func run(t testing.TB, r coderuntime.Runtime, req coderuntime.Request) coderuntime.Result {
	t.Helper()
	result, err := r.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return result
}
