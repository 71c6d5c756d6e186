// Package wordcount is the tool of the cookbook: it counts the words of a file.
package wordcount

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// show: types

// Arguments are what a model passes. The schema that it reads is made of them.
type Arguments struct {
	Path  string `json:"path" description:"File to count, relative to the workspace."`
	Unit  string `json:"unit,omitzero" description:"What to count; words by default." enum:"words,lines,bytes"`
	Limit int    `json:"limit,omitzero" description:"Refuse files of more bytes than this."`
}

// Value is what a program gets. What a model reads is rendered from it.
type Value struct {
	Path  string `json:"path"`
	Unit  string `json:"unit"`
	Count int    `json:"count"`
}

// end: types

// CodeTooLarge: the file is larger than the limit; ask for a smaller one.
const CodeTooLarge tools.Code = "WORDCOUNT_TOO_LARGE"

// show: define

// New returns the tool.
func New(c Config) (tools.Definition, error) {
	return tools.Define(tools.Tool[Arguments, Value]{
		Name:        "wordcount",
		Description: "Counts the words, lines or bytes of a text file.",
		Execute:     c.execute,
		Render: func(_ Arguments, v Value) llm.Content {
			return llm.TextContent(fmt.Sprintf("%s has %d %s.", v.Path, v.Count, v.Unit))
		},
		PresentCall: func(in Arguments) tools.CallView {
			return tools.GenericCall{Title: "Count " + in.Path, Kind: tools.KindRead}
		},
		ConcurrencySafe: func(Arguments) bool { return true }, // it only reads
		Traits:          tools.Traits{ReadOnly: true, Idempotent: true},
	})
}

// end: define

// show: execute
func (c Config) execute(ctx context.Context, x *tools.Exec, in Arguments) (Value, error) {
	if err := ctx.Err(); err != nil {
		return Value{}, err
	}
	text, err := readInside(x.Agent(), in.Path)
	if err != nil {
		return Value{}, fmt.Errorf("cannot count %q: %w", in.Path, err)
	}
	if limit := c.limit(in.Limit); len(text) > limit {
		return Value{}, &tools.Error{
			Name: "WordcountError", Code: CodeTooLarge,
			Message: fmt.Sprintf("%s has %d bytes, more than %d", in.Path, len(text), limit),
		}
	}
	return count(in, string(text)), nil
}

// end: execute

func count(in Arguments, text string) Value {
	v := Value{Path: in.Path, Unit: in.Unit}
	switch in.Unit {
	case "lines":
		v.Count = strings.Count(text, "\n")
	case "bytes":
		v.Count = len(text)
	default:
		v.Unit, v.Count = "words", len(strings.Fields(text))
	}
	return v
}

// readInside reads a file of the agent's workspace; one outside of it, by a link
// too, is not opened. Its errors name no path: the model knows the one it gave.
func readInside(a *tools.Agent, path string) ([]byte, error) {
	dir := "."
	if a != nil {
		dir = a.Dir
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	text, err := root.ReadFile(path)
	if wrapped, ok := errors.AsType[*fs.PathError](err); ok {
		err = wrapped.Err
	}
	return text, err
}
