package conformance

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// OrderProgram is a configured tool order and the tools to put into it.
type OrderProgram struct {
	// Order is the configured list, nil where nothing is configured.
	Order *[]string
	// RestEntry is the entry that stands for the tools that the list lacks.
	RestEntry string
	Providers []OrderProvider
}

// OrderProvider contributes tools.
type OrderProvider struct {
	Tools []OrderTool
	// KnownNames are the names known before restriction; nil means those of Tools.
	KnownNames *[]string
}

// OrderTool is a tool; Label tells it from others of the same name.
type OrderTool struct{ Name, Label string }

// String is the tool as vector files write it.
func (t OrderTool) String() string {
	if t.Label == "" {
		return t.Name
	}
	return t.Name + "#" + t.Label
}

// Ordered is what came of an [OrderProgram].
type Ordered struct {
	Tools []OrderTool
	// Error is the kind of failure: "no-rest", "duplicate", "unknown-name" or
	// "reserved-name". At is "load" if the list itself was refused, else
	// "assembly".
	Error, At string
	// Unknown are the names that nobody knows, where the failure lists them.
	Unknown []string
}

type orderCase struct {
	caseHead
	ToolOrder *[]string       `json:"toolOrder,omitzero"`
	Providers []orderProvider `json:"providers"`
	Order     *[]string       `json:"order,omitzero"`
	Error     string          `json:"error,omitzero"`
	At        string          `json:"at,omitzero"`
	// Names and Known are details of an error that some cases give.
	Names   *[]string      `json:"names,omitzero"`
	Unknown *[]string      `json:"unknown,omitzero"`
	Known   jsontext.Value `json:"known,omitzero"`
}

type orderProvider struct {
	Schemas    []string  `json:"schemas"`
	KnownNames *[]string `json:"knownNames,omitzero"`
}

func orderSuite(file []byte) ([]vectorCase, error) {
	lists, cases, err := openFile(file, "cases")
	if err != nil {
		return nil, err
	}
	var f struct {
		RestEntry string `json:"restEntry"`
	}
	if err := json.Unmarshal(file, &f, jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, err
	}
	return append(cases, each(lists["cases"], func(c orderCase) (vectorCase, error) {
		if (c.Order == nil) == (c.Error == "") {
			return vectorCase{}, errors.New("the case expects neither an order nor an error, or both")
		}
		return vectorCase{id: c.ID, reason: c.Reason, check: func(d Driver) error {
			got, err := d.Order(c.program(f.RestEntry))
			if err != nil {
				return err
			}
			return c.compare(got)
		}}, nil
	})...), nil
}

func (c orderCase) program(rest string) OrderProgram {
	p := OrderProgram{Order: c.ToolOrder, RestEntry: rest}
	for _, given := range c.Providers {
		provider := OrderProvider{KnownNames: given.KnownNames}
		for _, s := range given.Schemas {
			name, label, _ := strings.Cut(s, "#")
			provider.Tools = append(provider.Tools, OrderTool{name, label})
		}
		p.Providers = append(p.Providers, provider)
	}
	return p
}

func (c orderCase) compare(got Ordered) error {
	if c.Error != "" {
		at := c.At
		if at == "" {
			at = "assembly"
		}
		if sameOrderError(got.Error, c.Error) && got.At == at {
			return c.compareUnknown(got)
		}
		return fmt.Errorf("failure is %q at %q, want %q at %q", got.Error, got.At, c.Error, at)
	}
	if got.Error != "" {
		return fmt.Errorf("failed with %q at %q, want %q", got.Error, got.At, *c.Order)
	}
	var order []string
	for _, t := range got.Tools {
		order = append(order, t.String())
	}
	if !slices.Equal(order, *c.Order) {
		return fmt.Errorf("order is %q, want %q", order, *c.Order)
	}
	return nil
}

// sameOrderError compares kinds; the kind for a name that nobody knows is
// written in more than one way.
func sameOrderError(got, want string) bool {
	return got == want || got == "unknown-name" && strings.HasPrefix(want, "unknown")
}

func (c orderCase) compareUnknown(got Ordered) error {
	for _, want := range []*[]string{c.Names, c.Unknown} {
		if want != nil && got.Unknown != nil && !slices.Equal(got.Unknown, *want) {
			return fmt.Errorf("unknown names are %q, want %q", got.Unknown, *want)
		}
	}
	return nil
}
