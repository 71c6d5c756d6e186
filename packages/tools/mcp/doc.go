// Package mcp brings the tools of MCP servers into a registry.
//
// A [Servers] is the directory of a process's live servers. [Servers.Install]
// connects those of a [Config], which is written as in the mcpServers files of
// other clients, and registers their tools where it is told to, as
// mcp__<server>__<tool>. From then on they are tools like any other: every call
// goes through the whole pipeline, and programs see them typed.
//
// # Life of a server
//
// One supervisor keeps one connection. A server that dies fails the calls that
// wait for it at once; its tools stay, and calls fail one by one until it is
// back. Waits between attempts double up to a limit, and only a stable uptime
// starts the count of attempts anew, so that a crash loop ends; then the tools go.
// A new connection is made only when the old process and its group are known to
// be gone. A listing is fetched whole before anything changes, and tools that did
// not change stay registered.
//
// # Schemas
//
// Models see a server's schemas as they are. Arguments and structured content are
// checked in two steps: what the enforced subset can say of a schema by the
// registry, and the whole schema before the server is called. Programs see as much
// of the whole as TypeScript can say.
//
// # Many tools
//
// The tools of a large server are marked for deferred loading: executors leave them
// out of what models are told, and [SearchTool] and [CallTool] find and call them.
//
// # Results
//
// A result is the value {content, structuredContent?}, with every digit and the
// order of members. What the model reads is its text, with images beside it where
// all of them can be shown, and a bracketed note for everything else.
//
// # Secrets
//
// Configuration may refer to the environment. What such references stand for,
// headers, and values that are named like secrets are taken out of every message,
// and no value of this package prints them. Processes inherit an environment
// without variables that are named like secrets.
//
// Package serve is the other direction. Section and rule numbers in comments
// (§13, R16) are those of the specification.
package mcp
