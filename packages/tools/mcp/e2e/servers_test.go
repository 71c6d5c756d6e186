//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// The reference servers, natively.
func TestReferenceServersNatively(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	rs := w.call(t, `[
		{"name":"mcp__everything__echo","arguments":{"message":"hi"}},
		{"name":"mcp__everything__get-sum","arguments":{"a":2,"b":40}},
		{"name":"mcp__everything__get-sum","arguments":{"a":"two","b":40}},
		{"name":"mcp__everything__get-tiny-image"},
		{"name":"mcp__everything__get-structured-content","arguments":{"location":"Chicago"}},
		{"name":"mcp__everything__get-resource-links","arguments":{"count":2}},
		{"name":"mcp__everything__trigger-long-running-operation","arguments":{"duration":1,"steps":4}},
		{"name":"mcp__everything__simulate-research-query","arguments":{"topic":"x"}},
		{"name":"mcp__filesystem__read_text_file","arguments":{"path":"`+w.dir+`/a.txt"}},
		{"name":"mcp__filesystem__read_text_file","arguments":{"path":"/etc/hostname"}},
		{"name":"mcp__filesystem__write_file","arguments":{"path":"`+w.dir+`/b.txt","content":"written"}},
		{"name":"mcp__memory__create_entities","arguments":{"entities":[{"name":"dsh","entityType":"tool","observations":["is new"]}]}},
		{"name":"mcp__memory__search_nodes","arguments":{"query":"dsh"}}]`)
	for i, want := range []struct {
		isError bool
		text    string
	}{
		{false, "Echo: hi"},
		{false, "42"},
		{true, `"a" must be a number`},
		{false, "image"},
		{false, `"conditions"`},
		{false, "demo://resource/"},
		{false, "Long running operation completed"},
		{true, "can only be run as a task"},
		{false, "alpha\nbeta"},
		{true, "outside allowed directories"},
		{false, "Successfully wrote"},
		{false, `"dsh"`},
		{false, "is new"},
	} {
		if r := rs[i]; r.IsError != want.isError || !strings.Contains(r.text(), want.text) {
			t.Errorf("%s: error %v, %s", r.Name, r.IsError, r.text())
		}
	}
	image := 0
	for _, c := range rs[3].Content {
		if c.Type == "image" && c.MediaType == "image/png" {
			image++
		}
	}
	if image != 1 {
		t.Errorf("the tiny image is %+v", rs[3].Content)
	}
	if got := string(rs[4].Value); !strings.Contains(got, `"structuredContent":{"temperature":`) {
		t.Errorf("structured content %s", got)
	}
}

// The reference servers from one program.
func TestReferenceServersFromAProgram(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out := w.run(t, `
const text = (r: { content: JsonValue[] }) => (r.content[0] as { text: string }).text;
const sum = text(await tools["mcp__everything__get-sum"]({ a: 2, b: 40 }));
const weather = (await tools["mcp__everything__get-structured-content"]({ location: "Chicago" })).structuredContent;
const file = text(await tools.mcp__filesystem__read_text_file({ path: "`+w.dir+`/a.txt" }));
await tools.mcp__memory__create_entities({ entities: [{ name: "dsh", entityType: "tool", observations: ["from a program"] }] });
const found = await tools.mcp__memory__search_nodes({ query: "dsh" });
let refused = "";
try { await tools.mcp__filesystem__read_text_file({ path: "/etc/hostname" }); } catch (e) { refused = (e as Error).name; }
return [sum.includes("42"), typeof weather.temperature, file, JSON.stringify(found.structuredContent).includes("from a program"), refused].join("|");
`)
	if want := "true|number|alpha\nbeta\n|true|ToolCallError\n"; out != want {
		t.Errorf("got %q, want %q", out, want)
	}
}

// The SDK that a program gets is typed by the servers' schemas.
func TestReferenceServersAreTyped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	sdk := output(t, "", binary(t, "dsh"), "sdk", "--config", w.config)
	for _, want := range []string{
		"mcp__memory__create_entities: {\n    entities: ({\n",
		`"mcp__everything__get-structured-content": {` + "\n    content: JsonValue[];\n    structuredContent: {\n      /** Temperature in celsius */\n      temperature: number;",
	} {
		if !strings.Contains(sdk, want) {
			t.Errorf("the SDK lacks %q:\n%s", want, sdk)
		}
	}
	if n := strings.Count(sdk, ": unknown"); n > 0 {
		t.Errorf("%d types are unknown:\n%s", n, sdk)
	}
}

func TestCheckOfReferenceServers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	out := output(t, "", binary(t, "dsh"), "mcp", "check", "--config", w.config)
	for _, name := range []string{"everything", "filesystem", "memory"} {
		if !strings.Contains(out, name+": ok, ") {
			t.Errorf("got %s", out)
		}
	}
}
