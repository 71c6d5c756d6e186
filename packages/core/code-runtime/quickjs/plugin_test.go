package quickjs_test

import (
	"context"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
	"github.com/dsh-go/dsh/packages/core/scope"
)

func TestPlugin(t *testing.T) {
	t.Parallel()
	var runtimes scope.Slot[coderuntime.Runtime]
	p := quickjs.Plugin(quickjs.Params{Runtimes: &runtimes})
	config := `{"cacheDir":` + quickjs.Quoted(cacheDir(t)) + `,"computeMs":5000}`
	root := scope.NewRoot("root")
	if err := p.Install(t.Context(), root, []byte(config)); err != nil {
		t.Fatal(err)
	}
	rt, ok := runtimes.Nearest(nil)
	if !ok {
		t.Fatal("the runtime is not there")
	}
	r := run(t, rt, coderuntime.Request{Program: "const x: number = 1; return x"})
	if r.Value != "1" {
		t.Errorf("%+v", r)
	}
	if err := p.Install(t.Context(), root, []byte(config)); err == nil {
		t.Error("a second runtime at one scope is accepted")
	}
	if err := root.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if _, ok := runtimes.Nearest(nil); ok {
		t.Error("the runtime outlives its scope")
	}
	_, err := rt.Run(t.Context(), coderuntime.Request{Program: "return 1"})
	if coderuntime.CodeOf(err) != coderuntime.CodeClosed {
		t.Errorf("a run after the scope's end gives %v", err)
	}
}

func TestPluginRefusesBadConfig(t *testing.T) {
	t.Parallel()
	p := quickjs.Plugin(quickjs.Params{Runtimes: &scope.Slot[coderuntime.Runtime]{}})
	for _, config := range []string{`{"computeMs":0}`, `{"maxOutputBytes":3}`, `{"maxWallMs":1e12}`,
		`{"maxMemoryMb":0.5}`, `{"computeMs":"fast"}`, `{"nope":1}`} {
		root := scope.NewRoot("root")
		if err := p.Install(t.Context(), root, []byte(config)); err == nil {
			t.Errorf("%s is accepted", config)
		}
		if err := root.Close(context.Background()); err != nil {
			t.Error(err)
		}
	}
}
