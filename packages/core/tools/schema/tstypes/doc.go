// Package tstypes writes the schemas of tools as TypeScript for models that call tools from
// programs (R107 to R109).
//
// [Type] and [Of] give the type text of one schema. A [Declaration] is the text of one
// tool, made once when the tool is registered; [Block] joins declarations to the block a
// prompt shows, and a [Keeper] hands out the same string while the set is the same.
//
// [Full] gives the type text of any JSON Schema, for tools that check more than the subset
// themselves.
//
// All text is exact: equal inputs give equal bytes, whatever the order of the tools. Nothing
// here fails: a schema outside the enforced subset has the type unknown.
package tstypes
