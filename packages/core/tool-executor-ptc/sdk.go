package ptc

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
)

// Names of the executor's prompt sections (P122).
const (
	SectionSDK  = "tools:sdk"
	SectionOnly = "tools:code-only"
)

const onlyText = "Of all tools only `run_code` can be called directly; every other one is called from inside a program, through its `tools` object."

// sdkProse says what P120f asks for; [transportDescription] says it in short.
const sdkProse = `# Calling tools from programs

You call tools by writing a program. ` + "`run_code`" + ` takes two arguments, both required: ` + "`code`" + ` and ` + "`description`" + ` (one line that tells the user what the program does).

- ` + "`code`" + ` is the body of an async TypeScript function: ` + "`await`" + ` and ` + "`return`" + ` work at the top level. Types are erased before the run, so use erasable syntax only: no enum, no namespace, no parameter properties. Annotations are not enforced.
- Call a tool with ` + "`await tools.name(args)`" + `; a name that is no identifier is quoted: ` + "`tools[\"odd-name\"](args)`" + `. Each call resolves to the tool's JSON value, typed below.
- Arguments must be lossless JSON: plain objects and arrays, strings, finite numbers, booleans, null. ` + "`undefined`" + `, Date, Map, Set, class instances, BigInt, NaN and -0 are refused, in arguments and in what you return.
- A failed call rejects with a ` + "`ToolCallError`" + ` that has ` + "`toolName`" + ` and a readable ` + "`message`" + `. Catch it to go on; otherwise the program ends with it.
- Calls that only read and do not depend on each other can run at the same time: ` + "`await Promise.all([…])`" + `. Calls that change something run alone, in the order in which they were made. Await every call: one that nobody awaits may be cut off when the program ends.
- Only what you print with ` + "`console.log`" + ` or return comes back to you. Images of successful calls are attached after the run. Everything else stays inside the program, so filter and summarise there.
- There are no imports, no files, no network and no host APIs: only the language, the usual web utilities and ` + "`tools`" + `.
`

// sdkMore stands where tools were left out (R12). It does not say how many, so
// that a text does not change with tools that are not in it.
const sdkMore = `- There are more tools than those declared below, one of which finds them. Call what it found by its name, in the same way.
`

// SDK returns the instructions and declarations for the tools: the text of the
// tools:sdk section (P120). Equal sets give equal bytes, in any order. The text is
// literal: braces in descriptions are not those of prompt variables (P120g).
func SDK(list []*tools.Registration) string { return sdk(list, "") }

func sdk(list []*tools.Registration, more string) string {
	return sdkProse + more + "\n```ts\n" + tstypes.Block(declarations(list)) + "\n```"
}

func declarations(list []*tools.Registration) []*tstypes.Declaration {
	all := make([]*tstypes.Declaration, len(list))
	for i, r := range list {
		all[i] = r.TypeScript()
	}
	return all
}

// declared is the declarations alone, for a runtime that checks types.
func declared(list []*tools.Registration) string { return tstypes.Block(declarations(list)) }

// sdkText keeps the text of the last set, which is handed out as it is while
// the set is the same.
type sdkText struct {
	mu    sync.Mutex
	tools []*tools.Registration
	more  bool
	text  string
}

// of gives the text of a set that is all there is, or not.
func (k *sdkText) of(list []*tools.Registration, more bool) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.text == "" || k.more != more || !slices.Equal(k.tools, list) {
		k.tools, k.more = slices.Clone(list), more
		if more {
			k.text = sdk(list, sdkMore)
		} else {
			k.text = SDK(list)
		}
	}
	return k.text
}

// access is how a program reaches a member: .name or ["name"].
func access(name string) string {
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") == "" && name != "" && (name[0] < '0' || name[0] > '9') {
		return "." + name
	}
	return fmt.Sprintf("[%q]", name)
}
