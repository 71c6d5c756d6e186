// Package jobs keeps work that goes on after the call that started it.
//
// A [Registry] admits work for an owner, at most ten at a time, hands out an id (bash-1), and
// lets the owner's later calls read, wait, list and cancel: the tools job_output, job_list and
// job_kill of this package. A job that ends unseen tells its owner through [Options.Deliver].
// Closing the registry, or disposing of an owner, cancels what runs and waits for it.
package jobs
