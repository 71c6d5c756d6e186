package dshdriver

import (
	"errors"

	"github.com/dsh-go/dsh/conformance"
	"github.com/dsh-go/dsh/packages/core/llm"
	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
)

// Order reads the configured order and arranges what the providers contribute,
// as prompt assembly does.
func (*Driver) Order(p conformance.OrderProgram) (conformance.Ordered, error) {
	if p.RestEntry != systemprompt.RestEntry {
		return conformance.Ordered{}, errors.New("the rest entry is " + systemprompt.RestEntry)
	}
	var names []string
	if p.Order != nil {
		names = append([]string{}, *p.Order...)
	}
	order, err := systemprompt.NewOrder(names)
	if err != nil {
		return orderRefusal(err, "load")
	}
	var declared []llm.ToolDeclaration
	var known []string
	for _, provider := range p.Providers {
		for _, t := range provider.Tools {
			declared = append(declared, llm.ToolDeclaration{Name: t.Name, Description: t.Label})
		}
		if provider.KnownNames != nil {
			known = append(known, *provider.KnownNames...)
		}
	}
	arranged, err := order.Arrange(declared, known)
	if err != nil {
		return orderRefusal(err, "assembly")
	}
	var out conformance.Ordered
	for _, d := range arranged {
		out.Tools = append(out.Tools, conformance.OrderTool{Name: d.Name, Label: d.Description})
	}
	return out, nil
}

var orderErrors = map[systemprompt.Code]string{
	systemprompt.CodeOrderRest:      "no-rest",
	systemprompt.CodeOrderDuplicate: "duplicate",
	systemprompt.CodeOrderUnknown:   "unknown-name",
	systemprompt.CodeOrderReserved:  "reserved-name",
}

func orderRefusal(err error, at string) (conformance.Ordered, error) {
	e, ok := errors.AsType[*systemprompt.Error](err)
	if !ok {
		return conformance.Ordered{}, err
	}
	return conformance.Ordered{Error: orderErrors[e.Code], At: at, Unknown: e.Names}, nil
}
