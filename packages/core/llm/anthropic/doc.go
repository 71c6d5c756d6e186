// Package anthropic asks models over Anthropic's messages protocol, with streaming. It
// translates; the official SDK carries.
//
// [New] makes an llm.Model of a [Config]. What happens to a request that fails is described in
// package provider, which this adapter shares with others.
//
// # Translation
//
// The results of one response and the user messages behind them become one user message, results
// first, as the protocol wants it. Thoughts go back with their signatures, in front of the calls
// they led to; thoughts without a signature are another provider's and stay out. Prompt caching
// is on: the provider is asked to keep what the request shares with the next one.
//
// A reasoning effort is one of the provider's words (low, medium, high, …) or a number, which is a
// budget of tokens for models that want one.
package anthropic
