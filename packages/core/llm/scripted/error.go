package scripted

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/llm"
)

const (
	// CodeScript means that a script is not one; the message has the place.
	CodeScript llm.Code = "LLM_SCRIPT_INVALID"
	// CodeDeparted means that a conversation is not the one that the script expects.
	CodeDeparted llm.Code = "LLM_SCRIPT_DEPARTED"
	// CodeExhausted means that a conversation goes on after the script's last turn.
	CodeExhausted llm.Code = "LLM_SCRIPT_EXHAUSTED"
)

func failure(code llm.Code, format string, args ...any) error {
	return &llm.Error{Code: code, Message: fmt.Sprintf(format, args...)}
}
