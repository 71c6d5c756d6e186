// Package modules checks the workspace's modules against each other: every one
// in go.work and in one set of versions.yaml, with a README, one Go line, no
// toolchain line, siblings required and replaced, and equal versions of what they
// share with others.
package modules
