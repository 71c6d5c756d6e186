package quickjs

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/engine"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/wtf8"
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
	script, err := r.javascript(ctx, text)
	if err == nil {
		err = r.refuseUsing(script)
	}
	return openMethod + script + closeMethod, err
}

func (r *run) startWorld(ctx context.Context, m *engine.Machine) error {
	r.sources = r.runtime.config.sources(m.Sources())
	var err error
	r.world, err = m.Start(ctx, engine.Params{
		Meter:   r.meter,
		Sources: r.sources,
		Events:  r,
		Memory:  uint64(r.runtime.config.MaxMemoryMb) << 20,
	})
	return err
}

// parses asks the engine whether it accepts the text as JavaScript.
func (r *run) parses(text string) error {
	return r.world.Parses(openDeclaration+text+closeDeclaration, programName)
}

// setup is what the library reads at the start, as JSON.
func (r *run) setup() (string, error) {
	var b strings.Builder
	b.WriteString(`{"namespaces":[`)
	for i, n := range r.request.Namespaces {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`{"global":` + quoted(n.Global) + `,"members":[`)
		for j, m := range n.Members {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(quoted(m))
		}
		b.WriteByte(']')
		if c := n.ErrorClass; c != nil {
			b.WriteString(`,"errorClass":{"name":` + quoted(c.Name) + `,"property":` +
				quoted(c.MemberNameProperty) + `}`)
		}
		b.WriteByte('}')
	}
	now := r.sources.Now()
	fmt.Fprintf(&b, `],"origin":%d.%06d,"seed":[`, now.UnixMilli(), now.Nanosecond()%1e6)
	var seed [16]byte
	if _, err := io.ReadFull(r.sources.Random, seed[:]); err != nil {
		return "", err
	}
	for i := 0; i < len(seed); i += 4 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprint(&b, binary.LittleEndian.Uint32(seed[i:]))
	}
	b.WriteString("]}")
	return b.String(), nil
}

func quoted(s string) string { return wtf8.Quote([]byte(s), 0) }
