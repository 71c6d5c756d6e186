// Package testkit holds what tests of tools, policies and executors need again
// and again: fixture tools, doubles of the services a registry talks to, and
// contract suites.
//
// [New] gives a test its registry with an executor, which closes and is checked
// for leaks when the test ends. [Content], [Echo], [Failing] and [Panicking] are
// fixture tools; a [Gate] makes tools whose bodies start and end when the test
// says so. [Listen] records every stage of every call, [Log] stands for the
// session log, [Approver] for the people who answer questions, [Executor] for an
// executor. [WatchFrozen] finds out who changed what must not change. [Clock] is
// for code that is given its time; everything else runs in a testing/synctest
// bubble.
//
// [TestExecutor] is the contract of an executor as a test: hand it a
// constructor. [TestCodeRuntime] is that of a code runtime.
//
// The package is for tests. It reports misuse to the test and never returns an
// error that a test would have to check.
package testkit
