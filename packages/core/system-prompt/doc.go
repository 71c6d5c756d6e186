// Package systemprompt puts together what a model is told at the beginning of a request: the system
// prompt, the dynamic context, and the declarations of the tools it may call.
//
// # Contributions
//
// A [Prompt] collects contributions through scopes. What is registered through a plain scope
// holds for everybody; what is registered through a keyed one holds for that key and the keys
// below it, and stands in front of what lies above it under the same name. Everything goes when
// its scope closes.
//
//   - A [Section] is a piece of the system prompt: a text, or a function that makes one for a
//     step.
//   - A context is the same for the dynamic context, a message that replaces the one before it.
//   - A variable is a name that sections and contexts may refer to as {{name}}.
//   - A [ToolProvider] tells which tools are declared, and may bring sections about them.
//
// # Assembly
//
// [Prompt.Assemble] runs once for each step (R102a):
//
//  1. The contributions are fixed, nearer ones in front of farther ones of the same name. What is
//     hidden by another is never asked.
//  2. The tools are put in their order (R101), and the texts are made.
//  3. The listeners of [Events.Assemble] may change the texts. They may change how tools are
//     presented, never which there are: that is decided by who admits calls (R100).
//  4. A complete section remains alone, with the text it had before. Suppressed contexts vanish.
//  5. References to variables are filled in, once, and empty texts vanish.
//
// The same contributions give the same bytes, in whatever order they were registered, because
// providers keep prefixes of requests and compare them byte by byte.
package systemprompt
