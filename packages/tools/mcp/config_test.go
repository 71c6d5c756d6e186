package mcp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"
)

const people = `{"mcpServers":{
	"files":{"command":"npx","args":["-y","server","${HOME}/docs"],"env":{"API_KEY":"k-123456"},"autoApprove":["a"],"timeout":60},
	"web":{"type":"streamable-http","url":"https://example.com/mcp?key=s3cr3t","headers":{"Authorization":"Bearer ${TOKEN}"}}}}`

func TestConfigOfOtherClients(t *testing.T) {
	var c mcp.Config
	must(t, json.Unmarshal([]byte(people), &c, json.RejectUnknownMembers(true)))
	must(t, c.Validate())
	c = c.Resolve()
	if diff := cmp.Diff([]string{"autoApprove", "timeout"}, c.Servers["files"].Ignored); diff != "" {
		t.Error(diff)
	}
	if got := c.Servers["web"]; got.Type != "http" || got.ToolCallTimeoutMs != 60_000 || !*got.Reconnect.Enabled {
		t.Errorf("resolved %+v", got)
	}
}

func TestConfigRefusals(t *testing.T) {
	for _, tt := range []struct{ name, server, want string }{
		{"bad name!", `{"command":"x"}`, "the name must be"},
		{strings.Repeat("a", 33), `{"command":"x"}`, "the name must be"},
		{"s", `{}`, "command: is missing"},
		{"s", `{"comand":"x","args":[]}`, `is it misspelt? not known here and ignored: ["comand"]`},
		{"s", `{"command":"htp://x"}`, "command: is an address"},
		{"s", `{"command":"x","url":"http://x"}`, "url: cannot stand beside command"},
		{"s", `{"type":"sse","url":"http://x"}`, "type: the sse transport was retired"},
		{"s", `{"type":"stdio","url":"http://x"}`, `type: "stdio" does not go with`},
		{"s", `{"type":"carrier pigeon","url":"http://x"}`, "is not known"},
		{"s", `{"url":"ftp://x"}`, "url: must be an absolute http"},
		{"s", `{"url":"http://x","env":{"A":"b"}}`, "does not go with args and env"},
		{"s", `{"command":"x","headers":{"A":"b"}}`, "headers: go with a url only"},
		{"s", `{"command":"x","toolCallTimeoutMs":-1}`, "toolCallTimeoutMs: must be positive"},
		{"s", `{"command":"x","reconnect":{"initialDelayMs":40000}}`, "more than maxDelayMs"},
		{"s", `{"command":"x","reconnect":{"maxDelay":1}}`, `"maxDelay" within "/mcpServers/s/reconnect"`},
		{"s", `{"command":7}`, "/mcpServers/s/command"},
	} {
		t.Run(tt.want, func(t *testing.T) {
			var c mcp.Config
			err := json.Unmarshal(fmt.Appendf(nil, `{"mcpServers":{%q:%s}}`, tt.name, tt.server), &c)
			if err == nil {
				err = c.Validate()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestReferences(t *testing.T) {
	env := map[string]string{"A": "1", "EMPTY": "", "KEY": "secret-value"}
	for _, tt := range []struct{ text, want, problem string }{
		{"plain $A", "plain $A", ""},
		{"${A}/${env:A}", "1/1", ""},
		{"${NONE:-x}${EMPTY:-y}${EMPTY}", "xy", ""},
		{"$${A} ${A}", "${A} 1", ""},
		{"${NONE}", "", "environment variable NONE is not set"},
		{"${input:token}", "", "is no reference to the environment"},
		{"${A", "", "has no }"},
	} {
		got, err := mcp.Expand(tt.text, env)
		if got != tt.want || (err == nil) != (tt.problem == "") || err != nil && !strings.Contains(err.Error(), tt.problem) {
			t.Errorf("%s: got %q, %v", tt.text, got, err)
		}
	}
}

// What lists, logs and failures show has no secrets.
func TestSecretsAreNotPrinted(t *testing.T) {
	var c mcp.Config
	must(t, json.Unmarshal([]byte(people), &c))
	c.Servers["args"] = mcp.ServerConfig{Command: "x", Args: []string{"--api-key", "hunter22", "--token=hunter33", "--verbose", "${TOKEN}"}}
	for name, s := range c.Servers {
		for _, shown := range []string{s.Describe(), fmt.Sprint(s), fmt.Sprintf("%+v", s), fmt.Sprintf("%#v", s)} {
			for _, secret := range []string{"k-123456", "s3cr3t", "Bearer", "hunter22", "hunter33"} {
				if strings.Contains(shown, secret) {
					t.Errorf("%s shows %s: %s", name, secret, shown)
				}
			}
		}
	}
	if got, want := c.Servers["args"].Describe(), "x --api-key [redacted] --token=[redacted] --verbose ${TOKEN}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	e, err := mcp.ResolveEndpoint("web", c.Servers["web"], map[string]string{"TOKEN": "tok-98765"}, []string{"PATH=/bin", "MY_TOKEN=a", "DSH_X=b", "BASH_ENV=c"})
	must(t, err)
	if e.Headers["Authorization"] != "Bearer tok-98765" {
		t.Errorf("headers %v", e.Headers)
	}
	if diff := cmp.Diff([]string{"PATH=/bin", "DSH_MCP_DEPTH=1"}, e.Env); diff != "" {
		t.Error(diff)
	}
	text := errors.New("GET https://example.com/mcp?key=s3cr3t: token tok-98765 refused").Error()
	if got, want := e.Redact(text), "GET https://example.com/mcp?key=[redacted]: token [redacted] refused"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if shown := fmt.Sprintf("%v %+v %#v", e, e, e); strings.Contains(shown, "tok-98765") {
		t.Error(shown)
	}
}

// Servers that start dsh with the file that they stand in come to an end.
func TestDepth(t *testing.T) {
	entry := mcp.ServerConfig{Command: "dsh", Args: []string{"mcp", "serve", "--config", ".mcp.json"}}
	env := []string{"PATH=/bin"}
	for depth := 1; ; depth++ {
		e, err := mcp.ResolveEndpoint("s", entry, nil, env)
		if err != nil {
			if depth != 9 || !strings.Contains(err.Error(), "a file of their own") {
				t.Errorf("at depth %d: %v", depth, err)
			}
			return
		}
		if env = e.Env; depth > 20 {
			t.Fatal("there is no end")
		}
	}
}

func TestPublicName(t *testing.T) {
	long := strings.Repeat("x", 70)
	for _, tt := range []struct{ server, raw, want string }{
		{"s", "read_file", "mcp__s__read_file"},
		{"s", "read.file", "mcp__s__read_file_" + mcp.Hash("s", "read.file")},
		{"s", "été", "mcp__s___t__" + mcp.Hash("s", "été")},
		{"s", long, ("mcp__s__" + long)[:51] + "_" + mcp.Hash("s", long)},
	} {
		got := mcp.PublicName(tt.server, tt.raw)
		if got != tt.want || len(got) > 64 {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

// Processes run in the directory that is given, or where their configuration says.
func TestWorkingDirectory(t *testing.T) {
	for _, tt := range []struct{ dir, cwd, want string }{
		{"", "", ""}, {"", "sub", "sub"},
		{"/here", "", "/here"}, {"/here", "sub", "/here/sub"}, {"/here", "../near", "/near"}, {"/here", "/far", "/far"},
	} {
		e, err := mcp.ResolveWithin(tt.dir, mcp.ServerConfig{Command: "./serve", Cwd: tt.cwd})
		must(t, err)
		pwd := tt.want
		if !strings.HasPrefix(pwd, "/") {
			pwd = "/elsewhere"
		}
		env := strings.Join(e.Env, "\n")
		if e.Cwd != tt.want || strings.LastIndex(env, "PWD=") != strings.Index(env+"\n", "PWD="+pwd+"\n") {
			t.Errorf("in %q with cwd %q: %q, %s", tt.dir, tt.cwd, e.Cwd, env)
		}
	}
}
