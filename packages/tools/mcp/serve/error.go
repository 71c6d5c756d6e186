package serve

// Code is the stable identity of a failure of this package.
type Code string

const (
	// CodeOptions: the server's options cannot be used.
	CodeOptions Code = "MCP_SERVE_OPTIONS"
	// CodeAddress: the address must not be served in this way.
	CodeAddress Code = "MCP_SERVE_ADDRESS"
	// CodeClosed: the server was closed.
	CodeClosed Code = "MCP_SERVE_CLOSED"
	// CodeAgent: a client's agent could not be made.
	CodeAgent Code = "MCP_SERVE_AGENT"
)

// Error is a failure of the server itself; failed calls are results.
type Error struct {
	// Code is the failure's stable identity.
	Code Code
	// Message says what is wrong and how to mend it.
	Message string
	// Err is the cause, nil if there is none.
	Err error
}

// Error returns one line.
func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrorCode returns the code as text.
func (e *Error) ErrorCode() string { return string(e.Code) }

// ErrorName returns "McpServeError".
func (e *Error) ErrorName() string { return "McpServeError" }
