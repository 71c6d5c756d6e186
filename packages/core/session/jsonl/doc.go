// Package jsonl keeps a session log in a file of JSON lines: a header, then one event a line.
//
// # What a crash may do to it
//
// A file appears under its name whole, header and all, because it is written under another name,
// synced and then linked. Later lines are written in one call per group and synced before anybody
// is told that they are kept. So a crash can leave nothing worse than a torn end, and none of
// that end was acknowledged. Load cuts it off, on the medium too.
//
// Damage in front of a finished turn is something else: no crash makes it. It is refused with
// session.CodeCorrupt, naming the line, until somebody calls Repair, which keeps a copy of the file
// before it cuts.
//
// # One writer
//
// A store holds an exclusive lock on the open file. The lock goes away with the process, however it
// ends. Read needs no lock and changes nothing, so a log can be looked at while it is written.
package jsonl
