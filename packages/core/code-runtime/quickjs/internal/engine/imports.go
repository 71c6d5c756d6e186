package engine

import (
	"context"

	"github.com/tetratelabs/wazero/api"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// The engine imports twelve functions, six of them from WASI. These are all
// there is: no file system, no environment, no arguments, no network.
const (
	moduleEnv  = "env"
	moduleWASI = "wasi_snapshot_preview1"
)

const (
	wasiOK     = 0
	wasiBadFD  = 8
	wasiFault  = 21
	wasiNoSys  = 52
	clockWall  = 0
	clockSteps = 1
)

type worldKey struct{}

func worldOf(ctx context.Context) *World {
	w, _ := ctx.Value(worldKey{}).(*World)
	return w
}

func i32s(n int) []api.ValueType {
	types := make([]api.ValueType, n)
	for i := range types {
		types[i] = api.ValueTypeI32
	}
	return types
}

// envFunctions are the engine's hooks. Module loading answers with nothing:
// there are no modules.
func envFunctions() []guest.Function {
	return []guest.Function{
		{Name: "host_call", Params: i32s(5), Results: i32s(1), Call: hostCall},
		{Name: "host_interrupt", Results: i32s(1), Call: zero},
		{Name: "host_promise_rejection", Params: i32s(3), Call: hostRejection},
		{Name: "host_module_normalize", Params: i32s(2), Results: i32s(1), Call: zero},
		{Name: "host_module_load", Params: i32s(2), Results: i32s(1), Call: zero},
		{Name: "host_get_timezone_offset", Params: i32s(2), Results: i32s(1), Call: zero},
	}
}

func wasiFunctions() []guest.Function {
	i32, i64 := api.ValueTypeI32, api.ValueTypeI64
	return []guest.Function{
		{Name: "clock_time_get", Params: []api.ValueType{i32, i64, i32}, Results: i32s(1),
			Call: clockTimeGet},
		{Name: "fd_close", Params: i32s(1), Results: i32s(1), Call: badFD},
		{Name: "fd_fdstat_get", Params: i32s(2), Results: i32s(1), Call: badFD},
		{Name: "fd_seek", Params: []api.ValueType{i32, i64, i32, i32}, Results: i32s(1),
			Call: badFD},
		{Name: "fd_write", Params: i32s(4), Results: i32s(1), Call: badFD},
		{Name: "random_get", Params: i32s(2), Results: i32s(1), Call: randomGet},
	}
}

// zero answers 0: go on, nothing there, UTC.
func zero(_ context.Context, _ api.Module, stack []uint64) { stack[0] = 0 }

// badFD answers that the descriptor does not exist; none does.
func badFD(_ context.Context, _ api.Module, stack []uint64) { stack[0] = wasiBadFD }

func clockTimeGet(ctx context.Context, m api.Module, stack []uint64) {
	w := worldOf(ctx)
	id, at := uint32(stack[0]), uint32(stack[2])
	stack[0] = wasiNoSys
	if w == nil {
		return
	}
	var ns int64
	switch id {
	case clockWall:
		ns = w.sources.Now().UnixNano()
	case clockSteps:
		ns = int64(w.sources.Elapsed())
	default:
		return
	}
	stack[0] = wasiFault
	if m.Memory().WriteUint64Le(at, uint64(ns)) {
		stack[0] = wasiOK
	}
}

func randomGet(ctx context.Context, m api.Module, stack []uint64) {
	w := worldOf(ctx)
	at, n := uint32(stack[0]), uint32(stack[1])
	stack[0] = wasiFault
	if w == nil {
		return
	}
	if bytes, ok := m.Memory().Read(at, n); ok {
		if _, err := w.sources.Random.Read(bytes); err == nil {
			stack[0] = wasiOK
		}
	}
}
