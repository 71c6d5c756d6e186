package llm

import "context"

// Model answers requests. Implementations are safe for concurrent use.
type Model interface {
	// Generate asks the model and returns its whole answer; sink, which may be nil, gets
	// the events while they arrive.
	//
	// On failure the error is an [*Error]. The response then holds what had arrived: the
	// text so far with Message.Interrupted set, without tool calls, or the zero Response
	// when nothing had. When ctx is done, Generate stops the transfer and returns with
	// [CodeCancelled] and an error chain that holds the context's error. It returns only
	// after everything that it started has ended.
	//
	// A finished answer has text or tool calls ([CodeEmpty] otherwise); its calls have
	// ids and names, and none was cut off.
	Generate(ctx context.Context, req Request, sink Sink) (Response, error)
}
