package presets

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/goccy/go-yaml"
)

// File is a configuration file: which preset to start from, and rows that
// change it (see [Preset.With]). Its mcpServers, as other MCP clients have them,
// are a row of the plugin mcp; a file of such a client can be used as it is.
type File struct {
	Preset string
	Rows   []Row
}

// fileText is the file as it is written, YAML or JSON.
type fileText struct {
	Preset string    `yaml:"preset"`
	Rows   []rowText `yaml:"rows"`

	Servers map[string]any `yaml:"mcpServers"`
}

type rowText struct {
	Plugin   string         `yaml:"plugin"`
	Config   map[string]any `yaml:"config"`
	Disabled bool           `yaml:"disabled"`
}

// LoadFile reads a configuration file. Unknown and duplicate members are
// refused with their place.
func LoadFile(path string) (File, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return File{}, &Error{Code: CodeBadFile, Message: "configuration file", Err: err}
	}
	return ParseFile(path, text)
}

// ParseFile is [LoadFile] of a text; name names it in errors.
func ParseFile(name string, text []byte) (File, error) {
	var written fileText
	dec := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict(), yaml.DisallowUnknownField())
	if err := dec.Decode(&written); err != nil && err != io.EOF {
		servers, ok := foreign(text)
		if !ok {
			return File{}, &Error{Code: CodeBadFile, Message: name, Err: err}
		}
		written = fileText{Servers: servers}
	}
	file := File{Preset: written.Preset}
	for i, row := range written.Rows {
		if row.Plugin == "" {
			return File{}, &Error{Code: CodeBadFile, Message: fmt.Sprintf(
				"%s: rows[%d] has no plugin: name the plugin that the row mounts", name, i)}
		}
		config, err := yaml.MarshalWithOptions(row.Config, yaml.JSON())
		if err != nil {
			return File{}, &Error{Code: CodeBadFile, Message: fmt.Sprintf("%s: rows[%d].config", name, i), Err: err}
		}
		if row.Config == nil {
			config = nil
		}
		file.Rows = append(file.Rows, Row{Plugin: row.Plugin, Config: config, Disabled: row.Disabled})
	}
	return file, file.addServers(name, written.Servers)
}
