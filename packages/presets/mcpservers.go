package presets

import (
	"fmt"

	"github.com/goccy/go-yaml"
)

// serversPlugin is the plugin that mounts MCP servers. Its configuration takes
// them in the form in which other MCP clients write them.
const serversPlugin = "mcp"

// addServers puts a row with a file's mcpServers in front of its other rows.
func (f *File) addServers(name string, servers map[string]any) error {
	if servers == nil {
		return nil
	}
	for i, row := range f.Rows {
		if row.Plugin == serversPlugin {
			return &Error{Code: CodeBadFile, Message: fmt.Sprintf(
				"%s: rows[%d] and mcpServers both configure plugin %q: keep one", name, i, serversPlugin)}
		}
	}
	config, err := yaml.MarshalWithOptions(map[string]any{"mcpServers": servers}, yaml.JSON())
	if err != nil {
		return &Error{Code: CodeBadFile, Message: name + ": mcpServers", Err: err}
	}
	f.Rows = append([]Row{{Plugin: serversPlugin, Config: config}}, f.Rows...)
	return nil
}

// foreign returns the servers of a file that belongs to another MCP client,
// whose other settings are not ours to judge.
func foreign(text []byte) (servers map[string]any, ok bool) {
	var members map[string]any
	if err := yaml.Unmarshal(text, &members); err != nil {
		return nil, false
	}
	_, preset := members["preset"]
	_, rows := members["rows"]
	servers, ok = members["mcpServers"].(map[string]any)
	return servers, ok && !preset && !rows
}
