package tstypes

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// Tool is what a declaration says of a tool.
type Tool struct {
	// Name is the tool's name, of any characters.
	Name string
	// Description becomes the comment above the arguments.
	Description string
	// Parameters and Output are the schemas; nil, for one outside the subset, is unknown.
	Parameters, Output *schema.Schema
	// Args and Result, where they are not empty, are the type texts instead, made for
	// level 1; see [Full].
	Args, Result string
}

// Declaration is the text of one tool, made once and immutable.
type Declaration struct {
	name         string
	args, output string
}

// Declare makes the text of a tool (R109).
func Declare(t Tool) *Declaration {
	name := key(t.Name) + ": "
	if t.Args == "" {
		t.Args = Type(t.Parameters, 1)
	}
	if t.Result == "" {
		t.Result = Type(t.Output, 1)
	}
	d := &Declaration{
		name:   t.Name,
		args:   "  " + name + t.Args + ";\n",
		output: "  " + name + t.Result + ";\n",
	}
	if doc, ok := comment(t.Description); ok {
		d.args = "  " + doc + "\n" + d.args
	}
	return d
}

// Name returns the tool's name.
func (d *Declaration) Name() string { return d.name }

// Args returns the member of the arguments map: the comment, where there is a description,
// and the type, each on lines of their own indented by one level.
func (d *Declaration) Args() string { return d.args }

// Output returns the member of the output map.
func (d *Declaration) Output() string { return d.output }

// Block joins declarations to the whole block: the alias JsonValue, the maps ToolArgsMap
// and ToolOutputMap with the tools in the order of their names, ToolName, ToolCallError and
// the constant tools (R109). The order is that of UTF-16 code units, which for the names
// that a registry admits is that of bytes. Names must be distinct. The order of the input
// does not matter, and the slice is not kept.
func Block(tools []*Declaration) string {
	if !slices.IsSortedFunc(tools, byName) {
		tools = slices.SortedFunc(slices.Values(tools), byName)
	}
	size := len(head) + len(middle) + len(tail) + 4
	for _, d := range tools {
		size += len(d.args) + len(d.output)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(head)
	writeMap(&b, tools, (*Declaration).Args)
	b.WriteString(middle)
	writeMap(&b, tools, (*Declaration).Output)
	b.WriteString(tail)
	return b.String()
}

const (
	head = "type JsonValue = null | boolean | number | string | JsonValue[] | " +
		"{ [key: string]: JsonValue }\n\ninterface ToolArgsMap {"
	middle = "}\n\ninterface ToolOutputMap {"
	tail   = `}

type ToolName = keyof ToolOutputMap

declare class ToolCallError extends Error {
  readonly name: "ToolCallError";
  readonly toolName: ToolName;
}

declare const tools: {
  [K in ToolName]: (args: ToolArgsMap[K]) => Promise<ToolOutputMap[K]>;
}`
)

func writeMap(b *strings.Builder, tools []*Declaration, member func(*Declaration) string) {
	if len(tools) > 0 {
		b.WriteByte('\n')
	}
	for _, d := range tools {
		b.WriteString(member(d))
	}
}

func byName(a, b *Declaration) int { return compareUTF16(a.name, b.name) }

// compareUTF16 orders strings as their UTF-16 code units: only there do characters beyond
// the basic plane come before U+E000 to U+FFFF.
func compareUTF16(a, b string) int {
	for len(a) > 0 && len(b) > 0 {
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y {
			return int(unitOrder(x) - unitOrder(y))
		}
		a, b = a[n:], b[m:]
	}
	return len(a) - len(b)
}

// unitOrder maps runes to numbers of the same order as their code units.
func unitOrder(r rune) rune {
	switch {
	case r >= 0x10000:
		return r - 0x10000 + 0xd800
	case r >= 0xe000:
		return r + 0x100000
	}
	return r
}

// Keeper hands out one string for as long as the set of tools is the same. The zero Keeper
// is ready; it is safe for concurrent use.
type Keeper struct {
	mu    sync.Mutex
	tools []*Declaration
	text  string
}

// Block is the function [Block] of the tools. When they are the same declarations in the
// same order as at the last call, it returns the string of that call and allocates
// nothing. The slice is copied when it is kept.
func (k *Keeper) Block(tools []*Declaration) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text == "" || !slices.Equal(k.tools, tools) {
		k.tools, k.text = slices.Clone(tools), Block(tools)
	}
	return k.text
}
