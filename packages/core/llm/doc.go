// Package llm has the types that conversations with language models are made of, and the
// interface that models are reached through. It talks to no provider: adapters do, each
// in a module of its own. Package scripted, below this one, plays a transcript.
//
// # Conversations
//
// A [Message] is by a user, an assistant or a tool. Contexts that plugins add are user
// messages with a [Source] that says so. What a message says is a [Content]: [Text] and
// [Image] blocks. An assistant message may ask for tool calls; a tool message carries one
// [ToolResult]. [CheckHistory] says whether a list of messages is one that every provider
// accepts; [Request.Check] does so for a whole request.
//
// The argument text of a [ToolCall] stays as the model wrote it, whether or not it is
// JSON: what was recorded, decided on and run is one text. An adapter that must send it
// back as an object uses [ToolCall.Input].
//
// # Models
//
// A [Model] answers a [Request] with a [Response] and streams [Event] values to a [Sink]
// on the way. An adapter translates the provider's stream to events, and feeds them to
// the sink and to an [Assembly], which joins them to the answer under the rules that keep
// a conversation sound: a call is whole only when the stream is finished, a call that a
// token limit may have cut never runs, every call has a name and an id of its own, and an
// answer that says nothing is an error. [Router] chooses among models by provider.
//
// # Errors
//
// Failures are [Error] values with a [Code]. [Error.Retryable] is true for faults of
// transport, load and stream, never for faults of the request.
//
// # JSON
//
// All types have strict JSON forms through github.com/go-json-experiment/json: unknown
// members, blocks and roles are errors, and what was written comes back and is written
// again as the same bytes. A message whose fields do not fit its role is refused in both
// directions.
//
// # Concurrency and ownership
//
// Values are passed around without copying and must not be changed by whoever did not
// make them; [Message.Clone] and [Content.Clone] give copies. An [Assembly] belongs to one
// goroutine. Models are safe for concurrent use.
package llm
