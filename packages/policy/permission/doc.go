// Package permission decides by rules which calls run, which are asked about and
// which are refused, and switches sessions between permission presets (§16.2).
//
// # Rules
//
// A [Rule] names an action, tools by a pattern, and conditions on traits and
// arguments. The first rule that matches decides; where none does, the
// configured default. Rules never loosen what another policy decided: of two
// answers the stricter one counts. A denial also stands as a guard, so no policy
// further out can skip it, and a rule that denies a tool whatever its arguments
// hides the tool from the model.
//
// An argument can be matched as text, as a path or as a shell command. Paths are
// compared after cleaning and after following links. Commands are parsed: a rule
// that allows holds only if every simple command in the text matches and nothing
// is redirected into a file; a rule that denies or asks holds if any of them
// matches, or if the text cannot be understood.
//
// A rule that names a tool or an argument wrongly never matches, and so lets through
// what it was to stop. [Policy.Warn] logs such rules, [Policy.Warnings] lists them.
//
// [Policy.Explain] says, rule by rule, what would be decided and why.
//
// # Presets
//
// A [Preset] is a sandbox mode and an approval policy under one name.
// [Presets] pins them in the logs of new sessions and switches them, by events
// that the sandbox and the approval service read.
package permission
