// Package presets composes what a process links and what an agent gets.
//
// A [Part] is a piece of wiring: a named fx option that makes services and
// plugins available. A [Row] says that a plugin is mounted, and with which
// configuration; rows are ordered, and their order is the only source of order.
// A [Preset] is both: the parts it needs, the rows of its standing mount, which
// all its agents share, and the rows that each agent gets for itself.
//
// Package host turns a preset into a running process and is the only place in
// the repository that invokes an fx application.
package presets
