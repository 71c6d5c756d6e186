// Package editor is the tool `str_replace_editor`: one tool that views, creates and changes files
// by a command, in the form that some models were trained on (§11). It is no part of the usual
// presets; read, write and edit do the same with more help.
//
// Its paths are absolute. Text is taken as it stands: line endings are not matched to one another,
// as edit does it, but a byte order mark is kept and hidden. The events and the policy are those
// of the other tools.
package editor
