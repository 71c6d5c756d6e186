package session

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/llm"
)

// What is encoded quickly is what the general encoder would write, to the byte; what
// that refuses is left to it.
func TestQuickValues(t *testing.T) {
	arguments, err := jsonvalue.ParseString(`{"n": 1.50, "s": "\u00e9 <&>", "list": [null, true]}`)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"", "plain", "<&> \u2028 \"quoted\" \\ \x00\x1f\x7f é 𝄞", strings.Repeat("long ", 100)}
	for _, s := range texts {
		for _, n := range []int{0, 1, -7, 1 << 40} {
			for _, data := range []any{
				TurnStart{Turn: n}, TurnEnd{Turn: n, Reason: EndReason(s), Cause: s},
				StepStart{Turn: n, Step: n}, StepEnd{Turn: n, Step: n},
				AssistantChunk{Turn: n, Step: n, Kind: ChunkKind(s), Attempt: n, Index: n, Name: s, Text: s},
				ToolCall{Turn: n, Step: n, CallID: s, Name: s, Arguments: s},
				DispatchStart{RootCallID: s, ParentCallID: s, CallID: s, Name: s},
				DispatchStart{CallID: s, Arguments: arguments}, DispatchStart{Arguments: jsonvalue.String(s)},
				Dispatch{RootCallID: s, ParentCallID: s, CallID: s, Name: s},
			} {
				want, err := jsonvalue.Marshal(data)
				if err != nil {
					t.Fatal(err)
				}
				got, ok := quickValue(data)
				if !ok || got.Text() != want.Text() {
					t.Errorf("%T: got %v %s, want %s", data, ok, got.Text(), want.Text())
				}
			}
		}
	}
	for _, data := range []any{
		TurnEnd{Cause: "\xff"}, AssistantChunk{Text: "\xed\xa0\x80"}, ToolCall{Arguments: "a\xc3"},
		Dispatch{Content: llm.TextContent("x")}, Dispatch{IsError: true}, Dispatch{Error: &ErrorInfo{}},
		UserMessage{}, map[string]int{}, nil, &TurnStart{},
	} {
		if v, ok := quickValue(data); ok {
			t.Errorf("%T: encoded as %s", data, v.Text())
		}
	}
}
