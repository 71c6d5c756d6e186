package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/tetratelabs/wazero/api"
)

// The operations of the host function; the first argument names one.
const (
	opCall = iota
	opLog
	opDone
	opTimer
	opRandom
	opClass
	opPromiseState
	opPromiseResult
	opProxyTarget
	opTextCall
	opLook
	opRefused
	opIterated
	opIteratedAt
)

// maxArgs is how many arguments an operation has at most.
const maxArgs = 4

// errThrown: the engine has an exception in flight, which belongs to the program.
var errThrown = errors.New("the engine threw an exception")

// maxRandom bounds one request for random bytes.
const maxRandom = 65536

// hostCall is the guest's one way to speak. Its parameters are the name of
// the host function, this, and the argument values, which stay the engine's.
// Ending the guest means panicking: wazero gives the error to the caller.
func hostCall(ctx context.Context, _ api.Module, stack []uint64) {
	w := worldOf(ctx)
	argc, argv := uint32(stack[3]), uint32(stack[4])
	result, err := w.operate(argc, argv)
	if err == errThrown {
		result, err = w.box(exception)
	}
	if err != nil {
		w.failed = err
		panic(err)
	}
	stack[0] = uint64(result)
}

func (w *World) operate(argc, argv uint32) (uint32, error) {
	var args arguments
	for i := range min(argc, maxArgs) {
		v, ok := w.in.memory.ReadUint32Le(argv + 4*i)
		if !ok {
			return 0, errForged
		}
		args[i] = v
	}
	op, err := w.argNumber(args[0])
	if err != nil {
		return 0, err
	}
	if op >= opClass && op <= opProxyTarget || op == opIterated || op == opIteratedAt {
		return w.peek(int(op), args[1])
	}
	if w.events == nil {
		return 0, fmt.Errorf("operation %v before the start", op)
	}
	switch op {
	case opCall:
		return w.opCall(&args)
	case opTextCall:
		return w.opTextCall(&args)
	case opRandom:
		return w.opRandom(args[1])
	}
	if err := w.speak(int(op), &args); err != nil {
		return 0, err
	}
	return w.box(undefined)
}

// box gives a cell with a value, which the engine frees.
func (w *World) box(v raw) (uint32, error) {
	cell, err := w.in.call(fnDupValue, uint64(w.frozen.undefined))
	if err == nil && v != undefined && !w.in.memory.WriteUint64Le(cell, uint64(v)) {
		err = errForged
	}
	return cell, err
}

// speak handles the operations that have no result.
func (w *World) speak(op int, args *arguments) error {
	switch op {
	case opLog:
		return w.withText(args[1], w.events.Log)
	case opDone:
		return w.opDone(args)
	case opTimer:
		ms, err := w.argNumber(args[1])
		if err == nil {
			w.events.Timer(ms)
		}
		return err
	case opLook:
		v, err := w.arg(args[1])
		if err == nil {
			w.promises.look(v)
		}
		return err
	case opRefused:
		return w.opRefused(args)
	}
	return fmt.Errorf("unknown operation %d", op)
}

// peek answers what only the engine knows of a value, without running code of
// the program.
func (w *World) peek(op int, value uint32) (uint32, error) {
	if value == 0 {
		return 0, errForged
	}
	switch op {
	case opClass:
		return w.class(value)
	case opPromiseResult:
		return w.in.call(fnPromiseResult, uint64(value))
	case opProxyTarget:
		return w.in.call(fnGetProxyTarget, uint64(value))
	case opIterated:
		return w.iterated(value)
	case opIteratedAt:
		return w.iteratedAt(value)
	}
	state, err := w.in.call(fnPromiseState, uint64(value))
	if err != nil {
		return 0, err
	}
	return w.in.call(fnNewNumber, api.EncodeF64(float64(int32(state))))
}

// class is the engine's name of an object's class; it calls proxies objects.
func (w *World) class(value uint32) (uint32, error) {
	proxy, err := w.in.call(fnIsProxy, uint64(value))
	if err != nil {
		return 0, err
	}
	if proxy != 0 {
		return w.in.newString("Proxy", area{})
	}
	return w.in.call(fnGetClassName, uint64(value))
}

// arguments are those of the host function; 0 stands for an absent one.
type arguments [maxArgs]uint32

// opCall makes a call, if its argument is one that the host can read; else the
// result is undefined, and the library makes the text of the argument.
func (w *World) opCall(args *arguments) (uint32, error) {
	of, err := w.member(args[1])
	if err != nil {
		return 0, err
	}
	v, err := w.arg(args[2])
	if err != nil {
		return 0, err
	}
	text, simple, err := w.argument(v)
	if err != nil {
		return 0, err
	}
	if !simple {
		return w.box(undefined)
	}
	return w.boxCall(of, text)
}

// opTextCall makes a call with JSON text.
func (w *World) opTextCall(args *arguments) (uint32, error) {
	of, err := w.member(args[1])
	if err != nil {
		return 0, err
	}
	text, err := w.in.text(args[2], w.room(roomText))
	if err != nil {
		return 0, err
	}
	return w.boxCall(of, text)
}

// opRefused notes the promise of a call that was refused for its argument.
func (w *World) opRefused(args *arguments) error {
	of, err := w.member(args[1])
	if err != nil {
		return err
	}
	v, err := w.arg(args[2])
	if err == nil && v.tag() == tagObject {
		w.promises.expect(v, of)
	}
	return err
}

func (w *World) boxCall(of member, text string) (uint32, error) {
	v, err := w.newCall(of, text)
	if err != nil {
		return 0, err
	}
	return w.box(v)
}

func (w *World) member(arg uint32) (member, error) {
	n, err := w.argNumber(arg)
	if err == nil && !(n >= 0 && n < 1<<32) {
		err = errForged
	}
	return member(n), err
}

func (w *World) opDone(args *arguments) error {
	how, err := w.argNumber(args[1])
	if err != nil {
		return err
	}
	return w.withText(args[2], func(text []byte) error {
		return w.events.Done(Ending(how), text)
	})
}

func (w *World) withText(value uint32, use func([]byte) error) error {
	bytes, done, err := w.in.view(value, w.room(roomText))
	if err != nil {
		return err
	}
	if err := use(bytes); err != nil {
		return err
	}
	return done()
}

// opRandom gives random bytes as a string of code units below 256.
func (w *World) opRandom(arg uint32) (uint32, error) {
	n, err := w.argNumber(arg)
	if err != nil {
		return 0, err
	}
	if !(n >= 0 && n <= maxRandom) {
		return 0, errForged
	}
	bytes := make([]byte, int(n))
	if _, err := w.sources.Random.Read(bytes); err != nil {
		return 0, err
	}
	runes := make([]rune, len(bytes))
	for i, b := range bytes {
		runes[i] = rune(b)
	}
	return w.in.newString(string(runes), area{})
}

func (w *World) arg(value uint32) (raw, error) {
	v, ok := w.in.cell(value)
	if value == 0 || !ok {
		return 0, errForged
	}
	return v, nil
}

func (w *World) argNumber(value uint32) (float64, error) {
	if value == 0 {
		return 0, errForged
	}
	return w.in.number(value)
}

// hostRejection keeps the rejected promises without a handler. Both
// values are ours to free.
func hostRejection(ctx context.Context, _ api.Module, stack []uint64) {
	w := worldOf(ctx)
	promise, reason, handled := uint32(stack[0]), uint32(stack[1]), uint32(stack[2]) != 0
	if err := w.reject(promise, reason, handled); err != nil {
		w.failed = err
		panic(err)
	}
}

func (w *World) reject(promise, reason uint32, handled bool) error {
	object, err := w.in.call(fnGetValuePtr, uint64(promise))
	if err != nil {
		return err
	}
	if !handled {
		w.rejected++
		w.rejections[object] = rejection{w.rejected, promise, reason}
		return nil
	}
	gone := []uint32{promise, reason}
	if r, known := w.rejections[object]; known {
		delete(w.rejections, object)
		gone = append(gone, r.promise, r.reason)
	}
	for _, value := range gone {
		if _, err := w.in.call(fnFreeValue, uint64(value)); err != nil {
			return err
		}
	}
	return nil
}

// unhandled renders the first rejection that is still without a handler.
func (w *World) unhandled() error {
	if len(w.rejections) == 0 {
		return nil
	}
	first := slices.MinFunc(slices.Collect(maps.Values(w.rejections)), rejection.compare)
	message, err := w.render(first.reason)
	if err != nil {
		return err
	}
	return &Thrown{Message: message}
}
