// Package fstest runs the file tools through a real registry, for the tests of this module and of
// others that use it: a root scope, an agent with a workspace, an executor, and plugins installed
// from rows as a preset has them.
package fstest
