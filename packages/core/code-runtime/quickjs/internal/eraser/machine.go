package eraser

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tetratelabs/wazero"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

// memoryLimit bounds what one strip may allocate.
const memoryLimit = 256 << 20

// Machine is the compiled eraser. It is safe for concurrent use; each strip
// runs in an instance of its own.
type Machine struct {
	host     *guest.Host
	compiled wazero.CompiledModule
}

// NewMachine compiles the eraser.
func NewMachine(ctx context.Context, host *guest.Host, blob guest.Blob) (*Machine, error) {
	m := &Machine{host: host}
	var err error
	if m.compiled, err = host.Compile(ctx, blob); err != nil {
		return nil, fmt.Errorf("compile the type eraser: %w", err)
	}
	functions, err := imports(m.compiled)
	if err != nil {
		return nil, err
	}
	if err := host.Export(ctx, placeholder, functions); err != nil {
		return nil, fmt.Errorf("prepare the type eraser: %w", err)
	}
	return m, nil
}

// Refusal is why a text could not be stripped: it is no TypeScript, or has
// syntax that is more than types.
type Refusal struct {
	// Code is InvalidSyntax or UnsupportedSyntax.
	Code string
	// Message is the parser's.
	Message string
	// Line and Column are those of the text, from 1.
	Line, Column int
}

func (r *Refusal) Error() string { return r.Message }

// ErrDeep: the text is nested deeper than the parser's stack can follow.
var ErrDeep = errors.New("the program is nested too deeply")

// The text is parsed as the body of an async function, so that await and
// return are legal in it.
const (
	opening = "async function p(){"
	closing = "\n}"
)

// Erase gives the text with its types replaced by white space. The meter
// bounds it, and its error stops it; anything but that, a [Refusal] and
// [ErrDeep] is a defect of the guest.
func (m *Machine) Erase(ctx context.Context, meter *guest.Meter, text string) (string, error) {
	s := &session{values: newValues()}
	ctx = context.WithValue(meter.Context(ctx), sessionKey{}, s)
	meter.Enter()
	defer meter.Leave()
	module, err := m.host.Instantiate(ctx, m.compiled, guest.NewMemory(memoryLimit))
	if err != nil {
		return "", err
	}
	defer module.Close(ctx) //nolint:errcheck // the instance is gone either way
	s.module, s.memory = module, module.Memory()
	s.malloc = module.ExportedFunction("__wbindgen_export_2")
	code, err := s.transform(ctx, opening+text+closing)
	if err != nil {
		return "", trapped(err)
	}
	body, opened := strings.CutPrefix(code, opening)
	body, closed := strings.CutSuffix(body, closing)
	if !opened || !closed {
		return "", &Refusal{Code: "InvalidSyntax", Line: 1, Column: 1,
			Message: "the program closes a brace that it did not open"}
	}
	return body, nil
}

// trapped tells a trap of the guest, which means that its stack overflowed,
// from what ended it on purpose.
func trapped(err error) error {
	if _, ok := errors.AsType[*Refusal](err); ok {
		return err
	}
	if strings.HasPrefix(err.Error(), "wasm error:") {
		return ErrDeep
	}
	return err
}

func (s *session) transform(ctx context.Context, text string) (string, error) {
	options := object{"mode": "strip-only", "deprecatedTsModuleAsError": true}
	stack := s.module.ExportedFunction("__wbindgen_add_to_stack_pointer")
	out, err := stack.Call(ctx, 0xfffffff0) // 16 bytes down
	if err != nil {
		return "", err
	}
	result := uint32(out[0])
	_, err = s.module.ExportedFunction("transformSync").Call(ctx, uint64(result),
		uint64(s.values.add(text)), uint64(s.values.add(options)))
	if err != nil {
		return "", err
	}
	value, okValue := s.memory.ReadUint32Le(result)
	thrown, okThrown := s.memory.ReadUint32Le(result + 4)
	failed, okFailed := s.memory.ReadUint32Le(result + 8)
	if !okValue || !okThrown || !okFailed {
		return "", errForged
	}
	if failed != 0 {
		return "", s.refusal(s.values.take(thrown))
	}
	code, ok := s.values.field(s.values.take(value), "code").(string)
	if !ok {
		return "", errForged
	}
	return code, nil
}

func (s *session) refusal(thrown any) error {
	r := &Refusal{Line: 1, Column: 1}
	if f, ok := thrown.(failure); ok {
		r.Message = f.message
		return r
	}
	r.Code, _ = s.values.field(thrown, "code").(string)
	r.Message, _ = s.values.field(thrown, "message").(string)
	if r.Message == "" {
		return errForged
	}
	line, _ := s.values.field(thrown, "startLine").(float64)
	column, _ := s.values.field(thrown, "startColumn").(float64)
	r.Line, r.Column = int(line), int(column)+1
	if r.Line == 1 {
		r.Column = max(r.Column-len(opening), 1)
	}
	return r
}
