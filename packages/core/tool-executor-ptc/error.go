package ptc

import "github.com/dsh-go/dsh/packages/core/tools"

const (
	// CodeRunFailed: the program did not end well; the message has the kind of
	// failure, its text and what was captured until then (P111).
	CodeRunFailed tools.Code = "CODE_RUN_FAILED"
	// CodeNoRuntime: no code runtime is mounted where the agent can see it
	// (P117, P128).
	CodeNoRuntime tools.Code = "NO_CODE_RUNTIME"
	// CodeUnknownLanguage: the mounted runtime speaks a language that has no SDK
	// text (P129).
	CodeUnknownLanguage tools.Code = "UNKNOWN_CODE_LANGUAGE"
	// CodeBadConfig: the executor's configuration is out of range (P131).
	CodeBadConfig tools.Code = "BAD_PTC_CONFIG"
)

func refuse(code tools.Code, message string) *tools.Error {
	return &tools.Error{Name: "CodeExecutorError", Code: code, Message: message}
}
