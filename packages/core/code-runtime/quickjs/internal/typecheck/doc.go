// Package typecheck runs a TypeScript checker as a child process on one
// program. The checker parses text that a model wrote, so it never runs in the
// host process: a crash, a hang or a flood of output ends with the child.
package typecheck
