// Package todo is the tool todo_write: the model keeps a list of what it has to
// do (§14).
//
// Each call replaces the whole list. The list is recorded in the session log, as
// todo/write, before the call returns; [Current] reads it from there. A new turn
// begins without a list.
package todo
