package tools

import (
	"errors"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// parseArguments reads raw argument text: empty is {}, text that is not JSON
// is kept as a string and fails validation as a non-object (R79). It reports
// false for arguments that are lossy (R39).
func parseArguments(text string) (jsonvalue.Value, bool) {
	if text == "" {
		return noArguments, true
	}
	v, err := jsonvalue.ParseString(text)
	if err == nil {
		return v, true
	}
	if bad, ok := errors.AsType[*jsonvalue.Error](err); ok && bad.Code == jsonvalue.CodeSyntax && utf8.ValidString(text) {
		v, err = jsonvalue.NewString(text)
		return v, err == nil
	}
	return jsonvalue.Value{}, false
}

var noArguments = jsonvalue.NewObject()

// checked is the verdict of one tool about the call's arguments, and their
// decoded form for a typed tool.
type checked struct {
	reg     *Registration
	failure *Failure
	in      any
	lent    bool // a classifier saw in and may have kept or changed what it points to
}

func check(reg *Registration, args jsonvalue.Value) checked {
	c := checked{reg: reg}
	if vs, err := reg.violations(args); len(vs) > 0 {
		c.failure = invalidArguments(vs)
		c.failure.cause = err
		return c
	}
	if reg.def.typed == nil {
		return c
	}
	in, err := decodeArguments(reg, args)
	if err != nil {
		c.failure = invalidArguments([]schema.Violation{{Message: err.Error()}})
		c.failure.cause = err
	}
	c.in = in
	return c
}

func decodeArguments(reg *Registration, args jsonvalue.Value) (in any, err error) {
	defer contain("argument decoding", reg.def.Name, &err)
	return reg.def.typed.decode(args)
}

func invalidArguments(vs []schema.Violation) *Failure {
	return &Failure{message: "invalid arguments: " + joinViolations(vs), info: infoInvalidArgs}
}

// argumentsFor returns the verdict for one run of the body. The first run uses
// what the classifier found, unless the classifier could have changed it; each
// later run gets arguments of its own.
func (e *execution) argumentsFor(reg *Registration, a *attempt) checked {
	if a == &e.first && e.checked.reg == reg && !e.checked.lent {
		return e.checked
	}
	return check(reg, e.call.args)
}

// parallel classifies the call as it stands now: true only if the tool that
// would run says so about valid arguments (R78). It never panics.
func (e *execution) parallel() bool {
	if e.stop != nil {
		return false
	}
	e.look()
	reg := e.executable()
	if reg == nil || e.collapsed() {
		return false
	}
	typed := reg.def.typed
	if !reg.Classifies() {
		return false
	}
	if e.checked.reg != reg {
		e.checked = check(reg, e.call.args)
	}
	if e.checked.failure != nil {
		return false
	}
	safe, err := classify(reg, e.call.args, e.checked.in)
	e.checked.lent = typed != nil && typed.shares()
	if err != nil {
		e.logPanic(err)
	}
	return safe && err == nil
}

func classify(reg *Registration, args jsonvalue.Value, in any) (safe bool, err error) {
	defer contain("classifier", reg.def.Name, &err)
	if t := reg.def.typed; t != nil && t.classifies() {
		return t.safe(in), nil
	}
	return reg.def.ConcurrencySafe(args), nil
}
