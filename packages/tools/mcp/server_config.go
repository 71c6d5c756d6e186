package mcp

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ServerConfig is one server: a command to run, or an address. Texts may refer
// to the environment as ${NAME}, ${NAME:-default} or ${env:NAME}; $${ stands for
// a plain ${. References are resolved when the server is connected, and what
// they stand for is never printed.
type ServerConfig struct {
	// Type is "stdio", "http" or "streamable-http"; empty means what Command and
	// URL say.
	Type string `json:"type,omitzero"`

	// Command is the program of a stdio server, Args its arguments, Cwd its
	// working directory, Env what is added to its environment. Cwd is the workspace
	// of the command unless it is given, and a relative one is below that. A
	// relative Command with a slash is one of the working directory.
	Command string            `json:"command,omitzero"`
	Args    []string          `json:"args,omitempty"`
	Cwd     string            `json:"cwd,omitzero"`
	Env     map[string]string `json:"env,omitempty"`

	// URL is the address of a streamable HTTP server, Headers what is sent with
	// every request to it, and only to its origin.
	URL     string            `json:"url,omitzero"`
	Headers map[string]string `json:"headers,omitempty"`

	// Disabled keeps the entry without using it.
	Disabled bool `json:"disabled,omitzero"`
	// ToolCallTimeoutMs bounds one call; default 60000.
	ToolCallTimeoutMs int `json:"toolCallTimeoutMs,omitzero"`
	// ConnectTimeoutMs bounds start, handshake and listing together; default
	// 30000.
	ConnectTimeoutMs int `json:"connectTimeoutMs,omitzero"`
	// FailOnStartupError makes a server that cannot be connected at first the
	// failure of the plugin, instead of retrying in the background.
	FailOnStartupError bool `json:"failOnStartupError,omitzero"`
	// Reconnect says how a lost server is brought back.
	Reconnect ReconnectConfig `json:"reconnect,omitzero"`
	// DeferLoading marks the server's tools for deferred loading, or not,
	// whatever their number.
	DeferLoading *bool `json:"deferLoading,omitempty"`

	// Ignored names the members that this product does not know, which files of
	// other clients have.
	Ignored []string `json:"-"`
}

// UnmarshalJSONFrom decodes an entry and notes the members that it does not
// know, whatever the decoder's options are. Within reconnect they are refused.
func (c *ServerConfig) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	at := dec.StackPointer()
	type plain ServerConfig
	var read plain
	if err := json.Unmarshal(raw, &read); err != nil {
		return within(at, err)
	}
	var members map[string]jsontext.Value
	if err := json.Unmarshal(raw, &members); err != nil {
		return err
	}
	if strict := members["reconnect"]; len(strict) > 0 {
		if err := json.Unmarshal(strict, &read.Reconnect, json.RejectUnknownMembers(true)); err != nil {
			return within(at+"/reconnect", err)
		}
	}
	*c = ServerConfig(read)
	for name := range members {
		if !slices.Contains(knownMembers(), name) {
			c.Ignored = append(c.Ignored, name)
		}
	}
	slices.Sort(c.Ignored)
	return nil
}

// within says of a failure in a part of a text where in the whole it is.
func within(at jsontext.Pointer, err error) error {
	if e, ok := errors.AsType[*json.SemanticError](err); ok {
		whole := *e
		whole.JSONPointer = at + e.JSONPointer
		return &whole
	}
	return err
}

// knownMembers lists the members of an entry that this product knows.
func knownMembers() (names []string) {
	t := reflect.TypeFor[ServerConfig]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// Resolve returns the configuration with its defaults in place. References to
// the environment stay as they are.
func (c ServerConfig) Resolve() ServerConfig {
	if c.Type == "" || c.Type == "streamable-http" || c.Type == "streamableHttp" {
		c.Type = "http"
	}
	if c.URL == "" {
		c.Type = "stdio"
	}
	c.ToolCallTimeoutMs = orDefault(c.ToolCallTimeoutMs, 60_000)
	c.ConnectTimeoutMs = orDefault(c.ConnectTimeoutMs, 30_000)
	c.Reconnect = c.Reconnect.resolve()
	return c
}

func (c ServerConfig) check(name string) error {
	member, problem := c.transportProblem()
	switch {
	case problem != "":
	case c.ToolCallTimeoutMs < 0:
		member, problem = "toolCallTimeoutMs", "must be positive"
	case c.ConnectTimeoutMs < 0:
		member, problem = "connectTimeoutMs", "must be positive"
	default:
		member, problem = c.Reconnect.check()
	}
	if problem == "" {
		return nil
	}
	return &Error{Code: CodeConfig, Server: name, Message: fmt.Sprintf("%s: %s", member, problem)}
}

func (c ServerConfig) transportProblem() (member, problem string) {
	switch c.Type {
	case "", "stdio", "http", "streamable-http", "streamableHttp":
	case "sse":
		return "type", "the sse transport was retired by the protocol: " +
			"use the server's streamable HTTP address and type http"
	default:
		return "type", fmt.Sprintf("%q is not known: use stdio or http", c.Type)
	}
	stdio := c.Type == "stdio"
	switch {
	case c.Command == "" && c.URL == "":
		return "command", "is missing: give a command to run, or a url" + c.guess()
	case strings.Contains(c.Command, "://"):
		return "command", "is an address: write it as url, with http:// or https://"
	case c.Command != "" && c.URL != "":
		return "url", "cannot stand beside command: a server is started or reached, not both"
	case stdio && c.URL != "", c.Type != "" && !stdio && c.Command != "":
		return "type", fmt.Sprintf("%q does not go with the other members", c.Type)
	case c.URL != "" && len(c.Args)+len(c.Env) > 0:
		return "url", "does not go with args and env, which are for commands"
	case c.Command != "" && len(c.Headers) > 0:
		return "headers", "go with a url only"
	case c.URL != "" && !hasReference(c.URL):
		if u, err := url.Parse(c.URL); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return "url", "must be an absolute http or https address"
		}
	}
	return "", ""
}

// guess tells of the members that nobody knows: one of them may be misspelt.
func (c ServerConfig) guess() string {
	if len(c.Ignored) == 0 {
		return ""
	}
	return fmt.Sprintf("; is it misspelt? not known here and ignored: %q", c.Ignored)
}

const maxServerName = 32

func checkServerName(name string) error {
	ok := name != "" && len(name) <= maxServerName
	for i := range len(name) {
		ok = ok && isNameByte(name[i])
	}
	if ok {
		return nil
	}
	return &Error{Code: CodeConfig, Server: name, Message: fmt.Sprintf(
		"the name must be 1 to %d letters, digits, '_' or '-'", maxServerName)}
}
