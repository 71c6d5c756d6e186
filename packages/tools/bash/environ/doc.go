// Package environ makes the environment of a command: the host's own, less what looks like a
// secret, then a few settings that keep programs from waiting for a person, then the variables
// managed by plugins (tools §3.7, §4.4, §4.5).
//
// Nothing in it comes from a model: variables are a matter between the host and its plugins.
package environ
