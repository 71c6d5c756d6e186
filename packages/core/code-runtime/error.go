package coderuntime

import "errors"

// Code is the stable identity of a failure of the seam.
type Code string

const (
	// CodeClosed: Run after Close (P9).
	CodeClosed Code = "CODE_RUNTIME_CLOSED"
	// CodeConfig: a setting of the provider is out of range; the message names
	// its key (P18).
	CodeConfig Code = "CODE_RUNTIME_CONFIG"
	// CodeGlobalInvalid: a namespace global is no identifier (P6a).
	CodeGlobalInvalid Code = "CODE_GLOBAL_INVALID"
	// CodeGlobalReserved: a namespace global is a reserved name (P6b, P6c).
	CodeGlobalReserved Code = "CODE_GLOBAL_RESERVED"
	// CodeGlobalTaken: two namespaces have the same global (P6d).
	CodeGlobalTaken Code = "CODE_GLOBAL_TAKEN"
	// CodeErrorClassInvalid: an error class name is no identifier (P6a).
	CodeErrorClassInvalid Code = "CODE_ERROR_CLASS_INVALID"
	// CodeErrorClassReserved: an error class name is reserved (P6b, P6c).
	CodeErrorClassReserved Code = "CODE_ERROR_CLASS_RESERVED"
	// CodeErrorClassTaken: an error class name is used twice, or is a global.
	CodeErrorClassTaken Code = "CODE_ERROR_CLASS_TAKEN"
	// CodeMemberProperty: a memberNameProperty is empty or reserved (P6e).
	CodeMemberProperty Code = "CODE_MEMBER_PROPERTY"
	// CodeMember: a member name is not UTF-8 or is listed twice.
	CodeMember Code = "CODE_MEMBER"
	// CodeInvoke: a namespace with members has no Invoke function.
	CodeInvoke Code = "CODE_INVOKE"
	// CodeSyntax: text that crosses the seam is not JSON.
	CodeSyntax Code = "CODE_JSON_SYNTAX"
	// CodeLossy: JSON text that would not survive the crossing unchanged.
	CodeLossy Code = "CODE_JSON_LOSSY"
)

// Error is a failure of the seam.
type Error struct {
	Code Code
	// Message names the offending value and the mend.
	Message string
	// Err is the cause, or nil.
	Err error
}

// Error gives the message, followed by the cause.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// CodeOf gives the code of the first [Error] in the chain of err, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
