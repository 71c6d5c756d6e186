// Package host runs a preset: it builds the process's one fx application,
// mounts the preset's rows in scopes, creates agents, and takes everything down
// again in reverse order, waiting for what it started.
package host
