package mcp

import "errors"

// Code is the stable identity of a failure of this package.
type Code string

const (
	// CodeConfig: a server's configuration cannot be used.
	CodeConfig Code = "MCP_CONFIG"
	// CodeNameTaken: a live server already has that name.
	CodeNameTaken Code = "MCP_SERVER_NAME_TAKEN"
	// CodeConnect: the server could not be started or reached, or the handshake
	// failed.
	CodeConnect Code = "MCP_CONNECT"
	// CodeListing: the server's list of tools could not be fetched or was refused
	// whole; the tools of the last good one stay.
	CodeListing Code = "MCP_LISTING"
	// CodeNotConnected: the call came while the server was away.
	CodeNotConnected Code = "MCP_NOT_CONNECTED"
	// CodeConnectionLost: the connection ended while the call waited; whether the
	// server did it is unknown.
	CodeConnectionLost Code = "MCP_CONNECTION_LOST"
	// CodeTimeout: the server did not answer within toolCallTimeoutMs.
	CodeTimeout Code = "MCP_TIMEOUT"
	// CodeRejected: the server answered the call with a protocol error.
	CodeRejected Code = "MCP_REJECTED"
	// CodeBadResult: the server's answer is no tool result.
	CodeBadResult Code = "MCP_BAD_RESULT"
	// CodeStuck: a server's process or connection did not end; it is not started
	// again, so that two of them never run.
	CodeStuck Code = "MCP_STUCK"
)

// Error is a failure of one server. Its text holds none of the server's
// configured secrets.
type Error struct {
	// Code is the failure's stable identity.
	Code Code
	// Server is the name of the server.
	Server string
	// Message says what failed, and where it helps how to mend it.
	Message string
	// Err is the cause, nil if there is none.
	Err error
}

// Error returns one line.
func (e *Error) Error() string {
	text := "mcp server " + `"` + e.Server + `": ` + e.Message
	if e.Server == "" {
		text = "mcp: " + e.Message
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrorCode returns the code as text.
func (e *Error) ErrorCode() string { return string(e.Code) }

// ErrorName returns "McpError", the class of the failure in records.
func (e *Error) ErrorName() string { return "McpError" }

// CodeOf returns the code of the outermost [Error] in err's tree, or "".
func CodeOf(err error) Code {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return ""
}
