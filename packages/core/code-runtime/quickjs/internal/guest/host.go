package guest

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// pollModule and pollName are the import that the fuel pass adds.
const (
	pollModule = "dsh"
	pollName   = "poll"
)

// compileWorkers is where compiling stops getting faster.
const compileWorkers = 2

// Host compiles and instantiates guests. It is safe for concurrent use.
type Host struct {
	runtime wazero.Runtime
	cache   wazero.CompilationCache
	dir     string
	noFuel  bool
}

// Options configure a host.
type Options struct {
	// CacheDir keeps instrumented and compiled code between processes; empty for none.
	// It is created with mode 0700, and refused when others can write to it,
	// because its content is executed.
	CacheDir string
	// Belt makes every loop ask wazero as well whether the context is done.
	// It slows code down two to five times.
	Belt bool
	// NoFuel leaves modules as they are. Their loops cannot be stopped: it is
	// for comparing what programs do with and without the pass.
	NoFuel bool
}

// NewHost gives a host. It fails on platforms without wazero's compiler:
// interpreting would be about seventy times slower.
func NewHost(ctx context.Context, options Options) (*Host, error) {
	if !compilerSupported() {
		return nil, errors.New("no WebAssembly compiler for this platform")
	}
	h := &Host{cache: wazero.NewCompilationCache(), dir: options.CacheDir, noFuel: options.NoFuel}
	if options.CacheDir != "" {
		cache, err := openCache(options.CacheDir)
		if err != nil {
			return nil, err
		}
		h.cache = cache
	}
	config := wazero.NewRuntimeConfigCompiler().
		WithCompilationCache(h.cache).
		WithDebugInfoEnabled(false).
		WithCloseOnContextDone(options.Belt)
	h.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	_, err := h.runtime.NewHostModuleBuilder(pollModule).NewFunctionBuilder().
		WithGoModuleFunction(api.GoModuleFunc(poll), nil, []api.ValueType{api.ValueTypeI32}).
		Export(pollName).Instantiate(ctx)
	if err != nil {
		return nil, errors.Join(err, h.Close(ctx))
	}
	return h, nil
}

func openCache(dir string) (wazero.CompilationCache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("compile cache: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return nil, fmt.Errorf("compile cache: %w", err)
	}
	if !private(info) {
		return nil, fmt.Errorf("compile cache %s: others may write to it; make it mode 0700", dir)
	}
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil, fmt.Errorf("compile cache: %w", err)
	}
	return cache, nil
}

// Compile checks, instruments and compiles a module. The work cannot be cancelled.
func (h *Host) Compile(ctx context.Context, b Blob) (wazero.CompiledModule, error) {
	load := h.counted
	if h.noFuel {
		load = Blob.checked
	}
	code, err := load(b)
	if err != nil {
		return nil, err
	}
	return h.runtime.CompileModule(
		experimental.WithCompilationWorkers(ctx, compileWorkers), code)
}

// Function is a host function for guests: raw parameters in, raw results out,
// as wazero passes them. The upper half of a 32-bit slot is not cleared.
type Function struct {
	Name            string
	Params, Results []api.ValueType
	Call            func(ctx context.Context, m api.Module, stack []uint64)
}

// Export gives guests a module of host functions.
func (h *Host) Export(ctx context.Context, module string, functions []Function) error {
	b := h.runtime.NewHostModuleBuilder(module)
	for _, f := range functions {
		b.NewFunctionBuilder().WithGoModuleFunction(api.GoModuleFunc(f.Call), f.Params, f.Results).
			Export(f.Name)
	}
	_, err := b.Instantiate(ctx)
	return err
}

// Instantiate makes an instance with a memory of its own. The meter governs
// every call whose context comes from [Meter.Context].
func (h *Host) Instantiate(ctx context.Context, m wazero.CompiledModule, mem *Memory) (api.Module,
	error) {
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions()
	return h.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, mem), m, config)
}

// Close ends every instance and frees the compiled code.
func (h *Host) Close(ctx context.Context) error {
	return errors.Join(h.runtime.Close(ctx), h.cache.Close(ctx))
}
