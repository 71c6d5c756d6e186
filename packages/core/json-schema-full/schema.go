package jsonschemafull

import (
	"errors"
	"fmt"
	"sync"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The kinds of violation that this package adds to those of package schema.
const (
	// KindBudget is a check that would take more work than its value is worth.
	KindBudget schema.Kind = "budget"
	// KindTooDeep is a value nested deeper than [MaxValueDepth].
	KindTooDeep = schema.KindTooDeep
	// KindKeyword is a value that some other keyword refuses; the message says which.
	KindKeyword schema.Kind = "keyword"
)

// Schema is a compiled schema. It is safe for concurrent use. Get one from [Compile].
type Schema struct {
	document jsonvalue.Value
	plain    any
	widest   int

	mu   sync.Mutex
	idle []*engine
}

// maxIdle is the number of compiled copies that are kept for concurrent checks.
const maxIdle = 4

// Value returns the schema document itself.
func (s *Schema) Value() jsonvalue.Value { return s.document }

// CheckArguments returns the reasons why the arguments of a call do not satisfy the
// schema, none for arguments that do (R16, R36). It is [Schema.Violations] with an empty
// root label.
func (s *Schema) CheckArguments(args jsonvalue.Value) []schema.Violation {
	return s.Violations(args, "")
}

// Violations returns the reasons why v does not satisfy the schema, ordered by their
// place, with messages like those of package schema where it has the same rule. A check
// that cannot be carried out (the value is too deep, the work too much) is a violation of
// the root: what was not checked is not valid.
func (s *Schema) Violations(v jsonvalue.Value, root string) []schema.Violation {
	if v.IsAbsent() {
		return rootViolation(root, schema.KindLossless, "must be a lossless JSON value")
	}
	size := sizeOf(v)
	if size.depth > MaxValueDepth {
		return rootViolation(root, KindTooDeep,
			fmt.Sprintf("must not be nested more than %d levels deep", MaxValueDepth))
	}
	if !size.affordable(s.widest) {
		return rootViolation(root, KindBudget, tooMuch)
	}
	e, err := s.take()
	if err != nil {
		return rootViolation(root, KindKeyword, err.Error())
	}
	failure, err := e.check(plain(v), size.budget())
	s.give(e)
	switch {
	case err != nil:
		return rootViolation(root, KindBudget, err.Error())
	case failure == nil:
		return nil
	}
	return report(failure, v, root)
}

const tooMuch = "takes too much work to check against its schema: make it smaller"

func rootViolation(root string, kind schema.Kind, message string) []schema.Violation {
	path, pointer := schema.Place(jsonvalue.Value{}, root, nil)
	return []schema.Violation{{
		Path: path, Pointer: pointer, Kind: kind, Message: `"` + path + `" ` + message,
	}}
}

// take returns a compiled copy for one check.
func (s *Schema) take() (*engine, error) {
	s.mu.Lock()
	if n := len(s.idle); n > 0 {
		e := s.idle[n-1]
		s.idle = s.idle[:n-1]
		s.mu.Unlock()
		return e, nil
	}
	s.mu.Unlock()
	return newEngine(s.document, s.plain)
}

func (s *Schema) give(e *engine) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.idle) < maxIdle {
		s.idle = append(s.idle, e)
	}
}

// check runs the library within a budget. The error says that the check did not come to
// its end.
func (e *engine) check(v any, budget int64) (failure *jsonschema.ValidationError, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exhausted:
			failure, err = nil, errors.New(tooMuch)
		default:
			failure, err = nil, fmt.Errorf("could not be checked: %v", p)
		}
	}()
	e.meter.left = budget
	verdict := e.schema.Validate(v)
	if verdict == nil {
		return nil, nil
	}
	failure, ok := verdict.(*jsonschema.ValidationError)
	if !ok {
		return nil, fmt.Errorf("could not be checked: %w", verdict)
	}
	return failure, nil
}
