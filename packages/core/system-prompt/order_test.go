package systemprompt_test

import (
	"os"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

type orderCase struct {
	ID        string   `json:"id"`
	ToolOrder []string `json:"toolOrder"`
	Providers []struct {
		Schemas    []string `json:"schemas"`
		KnownNames []string `json:"knownNames"`
	} `json:"providers"`
	Order []string `json:"order"`
	Error string   `json:"error"`
	At    string   `json:"at"`
}

// The cases of R101 in testdata/tool-order.json, run through whole assemblies.
func TestOrderVectors(t *testing.T) {
	text, err := os.ReadFile("testdata/tool-order.json")
	check(t, err)
	var file struct {
		Cases []orderCase `json:"cases"`
	}
	check(t, json.Unmarshal(text, &file))
	if len(file.Cases) == 0 {
		t.Fatal("there are no cases")
	}
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			got, at, err := c.run(t)
			if c.Error == "" {
				check(t, err)
				if diff := cmp.Diff(c.Order, got); diff != "" {
					t.Error(diff)
				}
				return
			}
			wantCode(t, err, orderCodes[c.Error])
			if c.At == "load" != (at == "load") {
				t.Errorf("failed at %s", at)
			}
		})
	}
}

var orderCodes = map[string]systemprompt.Code{
	"no-rest": systemprompt.CodeOrderRest, "duplicate": systemprompt.CodeOrderDuplicate,
	"reserved-name": systemprompt.CodeOrderReserved, "unknown-name": systemprompt.CodeOrderUnknown,
	"unknown": systemprompt.CodeOrderUnknown,
}

// run assembles the case's tools; a label behind a # goes into the description.
func (c orderCase) run(t *testing.T) (order []string, at string, err error) {
	t.Helper()
	if _, err := systemprompt.New(systemprompt.Config{ToolOrder: c.ToolOrder}); err != nil {
		return nil, "load", err
	}
	b := newBench(t, systemprompt.Config{ToolOrder: c.ToolOrder})
	for _, provider := range c.Providers {
		box := systemprompt.Toolbox{Known: provider.KnownNames}
		for _, schema := range provider.Schemas {
			name, _, _ := strings.Cut(schema, "#")
			box.Tools = append(box.Tools, llm.ToolDeclaration{Name: name, Description: schema})
		}
		b.tools(b.root, box)
	}
	a, err := b.Assemble(t.Context(), systemprompt.Input{})
	if err != nil {
		return nil, "assembly", err
	}
	for _, tool := range a.Tools {
		order = append(order, tool.Description)
	}
	return order, "", nil
}

func TestUnknownNamesAreListed(t *testing.T) {
	order, err := systemprompt.NewOrder([]string{"b", "gone", systemprompt.RestEntry, "away"})
	check(t, err)
	_, err = order.Arrange(declare("c", "a"), []string{"b"})
	wantCode(t, err, systemprompt.CodeOrderUnknown)
	want := "tool order: no tool is called gone, away; known are a, b, c"
	if err.Error() != want {
		t.Errorf("error is %q, want %q", err, want)
	}
	_, err = order.Arrange(nil, nil)
	if !strings.HasSuffix(err.Error(), "known are (none)") {
		t.Errorf("error is %q", err)
	}
}

func TestArrangeLeavesItsArgumentAlone(t *testing.T) {
	given := declare("b", "a")
	got, err := systemprompt.Order{}.Arrange(given, nil)
	check(t, err)
	if diff := cmp.Diff([]string{"a", "b"}, names(got)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"b", "a"}, names(given)); diff != "" {
		t.Error("the argument changed:\n" + diff)
	}
}
