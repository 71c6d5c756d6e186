package mount_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"go.uber.org/goleak"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/mount"
	"github.com/dsh-go/dsh/packages/core/scope"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func config(t *testing.T, rest string) []byte {
	t.Helper()
	base, err := os.UserCacheDir()
	if err != nil {
		base = os.TempDir()
	}
	return []byte(`{"cacheDir":"` + filepath.Join(base, "dsh-test-wasm") + `"` + rest + `}`)
}

func TestPlugin(t *testing.T) {
	t.Parallel()
	var runtimes mount.Runtimes
	p := mount.Plugin(&runtimes)
	root := scope.NewRoot("root")
	if err := p.Install(t.Context(), root, config(t, `,"computeMs":5000`)); err != nil {
		t.Fatal(err)
	}
	rt, ok := runtimes.Nearest(nil)
	if !ok {
		t.Fatal("the runtime is not there")
	}
	r, err := rt.Run(t.Context(), coderuntime.Request{Program: "const x: number = 1; return x"})
	if err != nil || r.Value != "1" {
		t.Errorf("%v %+v", err, r)
	}
	if err := p.Install(t.Context(), root, config(t, "")); err == nil {
		t.Error("a second runtime at one scope is accepted")
	}
	if err := root.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if _, ok := runtimes.Nearest(nil); ok {
		t.Error("the runtime outlives its scope")
	}
	_, err = rt.Run(t.Context(), coderuntime.Request{Program: "return 1"})
	if coderuntime.CodeOf(err) != coderuntime.CodeClosed {
		t.Errorf("a run after the scope's end gives %v", err)
	}
}

func TestPluginRefusesBadConfig(t *testing.T) {
	t.Parallel()
	p := mount.Plugin(&mount.Runtimes{})
	for _, rest := range []string{`,"computeMs":0`, `,"maxOutputBytes":3`, `,"maxWallMs":1e12`,
		`,"maxMemoryMb":0.5`, `,"computeMs":"fast"`, `,"nope":1`} {
		root := scope.NewRoot("root")
		err := p.Install(t.Context(), root, config(t, rest))
		if err == nil {
			t.Errorf("%s is accepted", rest)
		}
		if err := errors.Join(root.Close(context.Background())); err != nil {
			t.Error(err)
		}
	}
}
