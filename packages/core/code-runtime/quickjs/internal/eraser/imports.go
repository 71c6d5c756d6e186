package eraser

import (
	"context"
	"errors"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

const placeholder = "__wbindgen_placeholder__"

// errForged ends a guest that does what a strip never does.
var errForged = errors.New("the type eraser left its protocol")

type sessionKey struct{}

// session is one strip in progress.
type session struct {
	values *values
	module api.Module
	memory api.Memory
	malloc api.Function
}

type handler func(s *session, stack []uint64)

// The names carry hashes of the generator; they are part of the pinned file.
var handlers = map[string]handler{
	"__wbg_getwithrefkey_1dc361bd10053bfe": func(s *session, st []uint64) {
		value := s.values.field(s.at(st[0]), s.at(st[1]))
		st[0] = uint64(s.values.add(value))
	},
	"__wbg_new_405e22f390576ce2": func(s *session, st []uint64) {
		st[0] = uint64(s.values.add(object{}))
	},
	"__wbg_set_3f1d0b984ed272ed": func(s *session, st []uint64) {
		name, value := s.values.take(uint32(st[1])), s.values.take(uint32(st[2]))
		o, isObject := s.at(st[0]).(object)
		key, isString := name.(string)
		if !isObject || !isString {
			panic(errForged)
		}
		o[key] = value
	},
	"__wbindgen_boolean_get": func(s *session, st []uint64) {
		b, ok := s.at(st[0]).(bool)
		st[0] = 2
		if ok {
			st[0] = bit(b)
		}
	},
	"__wbindgen_error_new": func(s *session, st []uint64) {
		st[0] = uint64(s.values.add(failure{s.text(st[0], st[1])}))
	},
	"__wbindgen_in": func(s *session, st []uint64) {
		_, absent := s.values.field(s.at(st[1]), s.at(st[0])).(undefined)
		st[0] = bit(!absent)
	},
	"__wbindgen_is_falsy": func(s *session, st []uint64) { st[0] = bit(falsy(s.at(st[0]))) },
	"__wbindgen_is_object": func(s *session, st []uint64) {
		_, ok := s.at(st[0]).(object)
		st[0] = bit(ok)
	},
	"__wbindgen_is_string": func(s *session, st []uint64) {
		_, ok := s.at(st[0]).(string)
		st[0] = bit(ok)
	},
	"__wbindgen_is_undefined": func(s *session, st []uint64) {
		_, ok := s.at(st[0]).(undefined)
		st[0] = bit(ok)
	},
	"__wbindgen_jsval_loose_eq": func(s *session, st []uint64) {
		st[0] = bit(looseEqual(s.at(st[0]), s.at(st[1])))
	},
	"__wbindgen_number_new": func(s *session, st []uint64) {
		st[0] = uint64(s.values.add(api.DecodeF64(st[0])))
	},
	"__wbindgen_object_clone_ref": func(s *session, st []uint64) {
		st[0] = uint64(s.values.add(s.at(st[0])))
	},
	"__wbindgen_object_drop_ref": func(s *session, st []uint64) { s.values.take(uint32(st[0])) },
	"__wbindgen_string_get":      stringGet,
	"__wbindgen_string_new": func(s *session, st []uint64) {
		st[0] = uint64(s.values.add(s.text(st[0], st[1])))
	},
	"__wbindgen_throw": func(s *session, st []uint64) {
		panic(&Refusal{Code: "Internal", Message: s.text(st[0], st[1])})
	},
}

// imports gives a function for everything the guest imports.
func imports(m wazero.CompiledModule) ([]guest.Function, error) {
	var all []guest.Function
	served := 0
	for _, f := range m.ImportedFunctions() {
		module, name, _ := f.Import()
		if module != placeholder {
			continue // the poll function
		}
		h, ok := handlers[name]
		if ok {
			served++
		}
		all = append(all, guest.Function{Name: name, Params: f.ParamTypes(),
			Results: f.ResultTypes(), Call: serve(h)})
	}
	if served != len(handlers) {
		return nil, errors.New("the type eraser does not import what was expected")
	}
	return all, nil
}

func serve(h handler) func(context.Context, api.Module, []uint64) {
	return func(ctx context.Context, _ api.Module, stack []uint64) {
		s, ok := ctx.Value(sessionKey{}).(*session)
		if !ok || h == nil {
			panic(errForged)
		}
		h(s, stack)
	}
}

func (s *session) at(number uint64) any { return s.values.get(uint32(number)) }

func (s *session) text(at, size uint64) string {
	bytes, ok := s.memory.Read(uint32(at), uint32(size))
	if !ok {
		panic(errForged)
	}
	return string(bytes)
}

// stringGet hands a string to the guest: it allocates and gets the place.
func stringGet(s *session, stack []uint64) {
	result := uint32(stack[0])
	text, ok := s.at(stack[1]).(string)
	at, size := uint32(0), uint32(0)
	if ok {
		at, size = s.alloc(text), uint32(len(text))
	}
	if !s.memory.WriteUint32Le(result, at) || !s.memory.WriteUint32Le(result+4, size) {
		panic(errForged)
	}
}

func (s *session) alloc(text string) uint32 {
	out, err := s.malloc.Call(context.Background(), uint64(len(text)), 1)
	if err != nil {
		panic(err)
	}
	at := uint32(out[0])
	if !s.memory.WriteString(at, text) {
		panic(errForged)
	}
	return at
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
