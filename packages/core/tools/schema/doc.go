// Package schema is the enforced subset of JSON Schema for the arguments and values of
// tools, and the ways to write it.
//
// A schema reaches this package by one of three doors, and all three lead to the same
// compiled form and the same checks:
//
//   - Go types: [ForInput] and [ForOutput] infer the schema of a struct from its JSON tags.
//   - Go values: [String], [Object], [Prop] and the other constructors, compiled by [Value]
//     and [Parameters]; the same form may be given as maps (R17 to R24).
//   - JSON Schema itself: [Compile] (R30 to R32).
//
// The subset is small so that whatever a schema says is enforced: a keyword that is not
// enforced is refused, never accepted and ignored. Refusals are of type [*Error] with the
// code UNSUPPORTED_SCHEMA; each names its place and its mend.
//
// # Checking
//
// [Schema.Valid] answers yes or no. It compiles to member tables, follows the order in
// which members are expected, and reads a value that came from text by its text, in one
// pass. [Schema.Violations] tells what is wrong, with the order and the messages of R33;
// [Violation.Branches] looks inside a union that did not match.
//
// A union is exact: the value must match one branch and no other (R24). Numbers are what
// they are in mathematics, so 1.0 is an integer and equals 1. Defaults are shown and never
// applied (R15). Required means present; null is present (R34).
//
// # Size and depth
//
// Compiling, checking and rendering take time linear in what they look at (U11). A part
// that occurs in several places is compiled once, and a value is checked against it once
// even where a naive walk would double at every level (U12). Schemas may be [MaxDepth]
// levels deep, and have [MaxNodes] nodes when their shared parts are written out. Values
// may be as deep as jsonvalue allows: 10,000 levels as text, 100,000 in memory (R25).
//
// # Concurrency
//
// Everything this package returns is immutable and may be used from any goroutine.
package schema
