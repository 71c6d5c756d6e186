package mcp

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// Config configures the plugin: any number of servers. Its servers may be
// written as in the mcpServers files of other clients.
type Config struct {
	// Servers by name. A name is 1 to 32 letters, digits, '_' or '-'.
	Servers map[string]ServerConfig `json:"mcpServers,omitempty"`
	// DeferAbove is the number of tools from which on a server's tools are
	// marked for deferred loading, if the server's own deferLoading says nothing;
	// 0 means 100, a negative value never.
	DeferAbove int `json:"deferAbove,omitzero"`
	// NoSearch leaves out the tools that find and call deferred tools.
	NoSearch bool `json:"noSearch,omitzero"`
}

// Validate refuses what could not work, naming the server and the member.
func (c Config) Validate() error {
	for _, name := range slices.Sorted(maps.Keys(c.Servers)) {
		if err := checkServerName(name); err != nil {
			return err
		}
		if err := c.Servers[name].check(name); err != nil {
			return err
		}
	}
	return nil
}

// Resolve returns the configuration with its defaults in place.
func (c Config) Resolve() Config {
	if c.DeferAbove == 0 {
		c.DeferAbove = defaultDeferAbove
	}
	servers := make(map[string]ServerConfig, len(c.Servers))
	for name, s := range c.Servers {
		servers[name] = s.Resolve()
	}
	c.Servers = servers
	return c
}

const defaultDeferAbove = 100

// ReconnectConfig says how a lost server is brought back.
type ReconnectConfig struct {
	// Enabled is true by default.
	Enabled *bool `json:"enabled,omitempty"`
	// InitialDelayMs is the first wait, doubled after each failure; default 500.
	InitialDelayMs int `json:"initialDelayMs,omitzero"`
	// MaxDelayMs is the longest wait; default 30000.
	MaxDelayMs int `json:"maxDelayMs,omitzero"`
	// MaxAttempts is how often in a row it is tried before the server's tools are
	// taken away; default 10. An uptime of MaxDelayMs starts the count anew.
	MaxAttempts int `json:"maxAttempts,omitzero"`
}

func (r ReconnectConfig) resolve() ReconnectConfig {
	if r.Enabled == nil {
		r.Enabled = new(true)
	}
	r.InitialDelayMs = orDefault(r.InitialDelayMs, 500)
	r.MaxDelayMs = orDefault(r.MaxDelayMs, 30_000)
	r.MaxAttempts = orDefault(r.MaxAttempts, 10)
	return r
}

func (r ReconnectConfig) check() (member, problem string) {
	switch {
	case r.InitialDelayMs < 0:
		return "reconnect.initialDelayMs", "must be positive"
	case r.MaxDelayMs < 0:
		return "reconnect.maxDelayMs", "must be positive"
	case r.MaxAttempts < 0:
		return "reconnect.maxAttempts", "must be positive"
	}
	if r = r.resolve(); r.InitialDelayMs > r.MaxDelayMs {
		return "reconnect.initialDelayMs", fmt.Sprintf(
			"is %d, more than maxDelayMs, %d", r.InitialDelayMs, r.MaxDelayMs)
	}
	return "", ""
}

// delay is the wait before attempt n, counted from 0.
func (r ReconnectConfig) delay(n int) time.Duration {
	d := milliseconds(r.InitialDelayMs)
	for ; n > 0 && d < milliseconds(r.MaxDelayMs); n-- {
		d *= 2
	}
	return min(d, milliseconds(r.MaxDelayMs))
}

func orDefault(n, otherwise int) int {
	if n == 0 {
		return otherwise
	}
	return n
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }
