// Package llm has the types that conversations with language models are made of.
package llm
