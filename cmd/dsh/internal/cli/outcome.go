package cli

import (
	"io"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/go-json-experiment/json"
)

// outcomeLine is one printed result.
type outcomeLine struct {
	CallID        string           `json:"callId"`
	Name          string           `json:"name"`
	IsError       bool             `json:"isError"`
	Error         *errorMember     `json:"error,omitempty"`
	Value         *jsonvalue.Value `json:"value,omitzero"`
	Content       llm.Content      `json:"content"`
	Meta          *jsonvalue.Value `json:"meta,omitzero"`
	Contexts      []llm.Message    `json:"additionalContexts,omitempty"`
	ConcludesTurn bool             `json:"concludesTurn,omitzero"`
	Trace         []tools.Stage    `json:"trace,omitempty"`
}

type errorMember struct {
	Message string      `json:"message"`
	Info    *tools.Info `json:"info,omitempty"`
}

func writeOutcome(w io.Writer, o *tools.Outcome, trace []tools.Stage) error {
	r := o.Result
	line := outcomeLine{
		CallID: o.Call.ID(), Name: o.Call.Name(), IsError: r.IsError(),
		Value: present(r.Value()), Content: r.Content(), Meta: present(r.Meta()),
		Contexts: r.Contexts(), ConcludesTurn: r.ConcludesTurn(), Trace: trace,
	}
	if f := r.Failure(); f != nil {
		line.Error = &errorMember{Message: f.Message()}
		if info, ok := f.Info(); ok {
			line.Error.Info = &info
		}
	}
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

// present is nil for an absent value, which leaves the member out; JSON null
// is a value.
func present(v jsonvalue.Value) *jsonvalue.Value {
	if v.IsAbsent() {
		return nil
	}
	return &v
}
