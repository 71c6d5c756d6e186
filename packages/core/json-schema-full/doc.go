// Package jsonschemafull validates against all of JSON Schema, drafts 4 to 2020-12.
//
// Tools whose schemas are written for this product use the enforced subset of package
// tools/schema, which compiles to checks of its own. A tool that comes from elsewhere, as
// from an MCP server, may describe its parameters with references, patterns, ranges and
// the rest of the language (R16, R38). [Compile] takes such a schema and gives a checker
// with the same shape of answers; the core never links the library behind it, which costs
// every process about ten milliseconds at its start.
//
// # What a hostile schema or value can do
//
// Nothing is ever fetched: a reference to another document is refused, except to the
// published meta-schemas, which the library carries. Schemas are bounded in size and depth
// before the library sees them. References may form cycles; a cycle that would not consume
// any of the value is a violation. The work of one check is metered in proportion to the
// value, so that references which double the work at every level end in a violation of
// [KindBudget] instead of a hanging process. Patterns run on Go's engine, in linear time.
//
// # Concurrency
//
// Everything this package returns may be used from any goroutine.
package jsonschemafull
