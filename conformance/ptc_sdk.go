package conformance

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// sdkTextCase is a case of sdk-render: facts about the text that describes the
// tools to whoever writes programs.
type sdkTextCase struct {
	caseHead
	Tools            []sdkTool      `json:"tools"`
	Facts            sdkFacts       `json:"facts"`
	UpstreamVerified bool           `json:"upstream_verified,omitzero"`
	UpstreamFails    bool           `json:"upstream_prompt_render_fails,omitzero"`
	UpstreamDoc      jsontext.Value `json:"upstream_doc,omitzero"`
}

type sdkFacts struct {
	ArgTypes    map[string]string  `json:"arg_types,omitzero"`
	OutputTypes map[string]string  `json:"output_types,omitzero"`
	ArgDocs     map[string]*string `json:"arg_docs,omitzero"`
	Keys        map[string]string  `json:"keys,omitzero"`
	Order       []string           `json:"order,omitzero"`
	DocCount    jsontext.Value     `json:"doc_count,omitzero"`
	Contain     []string           `json:"must_contain,omitzero"`
	NotContain  []string           `json:"must_not_contain,omitzero"`
	Permuted    bool               `json:"permutations_identical,omitzero"`
	FenceCount  *int               `json:"fence_count,omitzero"`
	// TypecheckOK and TypecheckFail are run by [RunTypes].
	TypecheckOK   []string `json:"typecheck_ok,omitzero"`
	TypecheckFail []string `json:"typecheck_fail,omitzero"`

	UpstreamFails bool           `json:"upstream_prompt_render_fails,omitzero"`
	UpstreamDoc   jsontext.Value `json:"upstream_doc,omitzero"`
}

func sdkTextSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	return append(cases, each(lists["cases"], func(c sdkTextCase) (vectorCase, error) {
		return vectorCase{id: c.ID, reason: c.Reason, check: c.check}, nil
	})...), err
}

func (c sdkTextCase) declared() ([]DeclaredTool, error) {
	var list []DeclaredTool
	for _, t := range c.Tools {
		if err := firstSkip(t.Parameters, t.Output); err != nil {
			return nil, err
		}
		list = append(list, DeclaredTool{t.Name, t.Description, t.Parameters.value, t.Output.value})
	}
	return list, nil
}

func (c sdkTextCase) check(d Driver) error {
	list, err := c.declared()
	if err != nil {
		return err
	}
	text, err := d.SDKText(list)
	if err != nil {
		return err
	}
	block, err := fencedBlock(text)
	if err != nil {
		return err
	}
	var wrong mismatches
	c.Facts.compareBlock(&wrong, block)
	c.Facts.compareText(&wrong, text)
	return errors.Join(wrong.err(), c.comparePermutations(d, list, text))
}

// comparePermutations renders again, in every rotation and in reverse.
func (c sdkTextCase) comparePermutations(d Driver, list []DeclaredTool, text string) error {
	for i := range len(list) + 1 {
		turned := slices.Concat(list[min(i, len(list)):], list[:min(i, len(list))])
		if i%2 == 1 {
			slices.Reverse(turned)
		}
		again, err := d.SDKText(turned)
		if err != nil {
			return err
		}
		if again != text {
			return fmt.Errorf("the text depends on the order of the tools")
		}
	}
	return nil
}

// fencedBlock is the ts block at the end of the text.
func fencedBlock(text string) (string, error) {
	start := strings.LastIndex(text, "\n```ts\n")
	block, ok := strings.CutSuffix(strings.TrimRight(text, "\n"), "\n```")
	if start < 0 || !ok {
		return "", errors.New("the text does not end with one fenced ts block")
	}
	return block[start+len("\n```ts\n"):], nil
}

// tsMember is one member of a map of the block.
type tsMember struct{ doc, key, text string }

var memberStart = regexp.MustCompile(`^  ("(?:[^"\\]|\\.)*"|[A-Za-z_$][\w$]*|[^\s:]+): (.*)$`)

// members reads a map of the block: members are indented by two spaces.
func members(block, name string) []tsMember {
	_, body, found := strings.Cut(block, "interface "+name+" {\n")
	if !found {
		return nil
	}
	body, _, _ = strings.Cut(body, "\n}")
	var list []tsMember
	var doc string
	for _, line := range strings.Split(body, "\n") {
		switch m := memberStart.FindStringSubmatch(line); {
		case strings.HasPrefix(line, "  /**"):
			doc = strings.TrimSpace(line)
		case m != nil:
			list = append(list, tsMember{doc: doc, key: m[1], text: m[2]})
			doc = ""
		case len(list) > 0:
			list[len(list)-1].text += "\n" + line
		}
	}
	for i := range list {
		list[i].text = strings.TrimSuffix(list[i].text, ";")
	}
	return list
}

func (f sdkFacts) compareBlock(wrong *mismatches, block string) {
	args, outputs := members(block, "ToolArgsMap"), members(block, "ToolOutputMap")
	compareMembers(wrong, "arg_types", args, f.ArgTypes)
	compareMembers(wrong, "output_types", outputs, f.OutputTypes)
	for name, want := range f.ArgDocs {
		for _, m := range args {
			if m.key == spelled(name) {
				wrong.add("arg_docs of "+name, m.doc, deref(want))
			}
		}
	}
	for name, key := range f.Keys {
		wrong.add("keys of "+name, spelled(name), key)
	}
	if f.Order == nil {
		return
	}
	var want []string
	for _, name := range f.Order {
		want = append(want, spelled(name))
	}
	wrong.list("order of arguments", keysOf(args), want)
	wrong.list("order of outputs", keysOf(outputs), want)
}

func keysOf(list []tsMember) []string {
	var keys []string
	for _, m := range list {
		keys = append(keys, m.key)
	}
	return keys
}

var bareKey = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// spelled is how a key is written (R107).
func spelled(name string) string {
	if bareKey.MatchString(name) {
		return name
	}
	return string(jsonText(name))
}

func compareMembers(wrong *mismatches, what string, list []tsMember, want map[string]string) {
	for name, text := range want {
		i := slices.IndexFunc(list, func(m tsMember) bool { return m.key == spelled(name) })
		if i < 0 {
			wrong.lines = append(wrong.lines, fmt.Sprintf("%s has no %s", what, name))
			continue
		}
		wrong.add(what+" of "+name, list[i].text, text)
	}
}

func (f sdkFacts) compareText(wrong *mismatches, text string) {
	for _, part := range f.Contain {
		if !strings.Contains(text, part) {
			wrong.lines = append(wrong.lines, fmt.Sprintf("the text lacks %q", part))
		}
	}
	for _, part := range f.NotContain {
		if strings.Contains(text, part) {
			wrong.lines = append(wrong.lines, fmt.Sprintf("the text has %q", part))
		}
	}
	fences := 0
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			fences++
		}
	}
	expect(wrong, "fence_count", fences, f.FenceCount)
	f.compareDocs(wrong, text)
}

// compareDocs counts occurrences: a number for the only text, or one a text.
func (f sdkFacts) compareDocs(wrong *mismatches, text string) {
	if f.DocCount == nil {
		return
	}
	var counts map[string]int
	if err := strictly(f.DocCount, &counts); err != nil {
		wrong.lines = append(wrong.lines, "doc_count: "+err.Error())
		return
	}
	for part, want := range counts {
		wrong.add("occurrences of "+part, strings.Count(text, part), want)
	}
}
