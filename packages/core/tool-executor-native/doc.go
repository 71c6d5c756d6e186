// Package native is the executor of native function calls: the model sees every
// tool that its agent may call, and calls them by name (R91).
//
// Mount it once in the deployment, or in the preset or agent that should use
// it; the nearest executor serves an agent. Batches run under the shared rules
// of [tools.Lane]: everything but bodies in call order, bodies that are safe to
// overlap in a rolling pool.
package native
