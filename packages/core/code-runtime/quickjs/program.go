package quickjs

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"strings"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
)

// A program is the body of an async function. It is evaluated as a method,
// and parsed before as a function declaration: text that closes the wrapper's
// brace would have to go on with something that is legal after both, and
// nothing is (P38). The two openings have the same length, which the library
// subtracts from columns of the first line.
const (
	libraryName = "dsh:library"
	programName = "program.ts"

	openMethod       = `( {async program(){"use strict";`
	closeMethod      = "\n}}).program"
	openDeclaration  = `async function p(){"use strict";`
	closeDeclaration = "\n}"
)

// enter starts the world and gives the script to evaluate.
func (r *run) enter(ctx context.Context, m *engine.Machine) (string, error) {
	text := r.request.Program
	c := r.runtime.config
	if len(text) > int(c.MaxProgramBytes) {
		return "", &stop{coderuntime.KindException, fmt.Sprintf("SyntaxError: the program has "+
			"%d bytes, more than the limit of %d", len(text), c.MaxProgramBytes)}
	}
	text = strings.ToValidUTF8(text, "�")
	if err := r.inside(func() error { return r.startWorld(ctx, m) }); err != nil {
		return "", err
	}
	return openMethod + text + closeMethod, r.inside(func() error { return r.parses(text) })
}

func (r *run) startWorld(ctx context.Context, m *engine.Machine) error {
	var err error
	r.world, err = m.Start(ctx, engine.Params{
		Meter:   r.meter,
		Sources: engine.HostSources(),
		Events:  r,
		Memory:  uint64(r.runtime.config.MaxMemoryMb) << 20,
	})
	return err
}

// parses asks the engine whether it accepts the text as JavaScript.
func (r *run) parses(text string) error {
	return r.world.Parses(openDeclaration+text+closeDeclaration, programName)
}

// setupText is what the library reads at the start.
type setupText struct {
	Namespaces []namespaceText `json:"namespaces"`
	Origin     float64         `json:"origin"`
	Seed       [4]uint32       `json:"seed"`
}

type namespaceText struct {
	Global     string          `json:"global"`
	Members    []string        `json:"members"`
	ErrorClass *errorClassText `json:"errorClass,omitempty"`
}

type errorClassText struct {
	Name     string `json:"name"`
	Property string `json:"property"`
}

func (r *run) setup() (string, error) {
	var s setupText
	s.Namespaces = []namespaceText{}
	for _, n := range r.request.Namespaces {
		t := namespaceText{Global: n.Global, Members: append([]string{}, n.Members...)}
		if n.ErrorClass != nil {
			t.ErrorClass = &errorClassText{n.ErrorClass.Name, n.ErrorClass.MemberNameProperty}
		}
		s.Namespaces = append(s.Namespaces, t)
	}
	var seed [16]byte
	if _, err := rand.Read(seed[:]); err != nil {
		return "", err
	}
	for i := range s.Seed {
		s.Seed[i] = binary.LittleEndian.Uint32(seed[4*i:])
	}
	text, err := json.Marshal(s)
	return string(text), err
}
