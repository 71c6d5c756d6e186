// Package openai asks models over the OpenAI chat completions protocol, with streaming: those of
// OpenAI, and those behind DeepSeek, Ollama and every other server that speaks it. It translates;
// the official SDK carries.
//
// [New] makes an llm.Model of a [Config]; [OpenAI], [DeepSeek], [Ollama] and [Compatible] are
// configurations to begin with. What happens to a request that fails is described in package
// provider.
//
// # What the protocol does not have
//
// A tool result is text there. Images of results follow in a user message of their own, behind the
// results of the same response, and the result says so. Where a server takes no images at all
// (Config.NoImages), each is replaced by a line that names it.
//
// Declarations are projected to the server's dialect of JSON Schema; a tool that cannot be is left
// out by name, with a warning in the response. Tools marked for deferred loading are declared like
// others, because a tool that is never declared could never be called.
package openai
