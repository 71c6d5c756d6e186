package presets

import (
	"fmt"
	"os"

	"github.com/goccy/go-yaml"
)

// File is a configuration file: which preset to start from, and rows that
// change it (see [Preset.With]). Its mcpServers, as other MCP clients have them,
// are a row of the plugin mcp; a file of such a client can be used as it is.
type File struct {
	Preset string
	Rows   []Row
	// PresetPlace is where Preset was written, for errors.
	PresetPlace Place
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
	found, err := survey(name, text)
	if err != nil {
		servers, ok := foreign(text)
		if !ok {
			return File{}, err
		}
		var file File
		return file, file.addServers(name, servers)
	}
	var written fileText
	if err := yaml.Unmarshal(text, &written); err != nil {
		return File{}, badYAML(name, err)
	}
	file, places := File{Preset: written.Preset, PresetPlace: found.preset}, found.rows
	for i, row := range written.Rows {
		var config []byte
		if row.Config != nil {
			if config, err = yaml.MarshalWithOptions(row.Config, yaml.JSON()); err != nil {
				return File{}, &Error{Code: CodeBadFile, Err: err,
					Message: fmt.Sprintf("%srows[%d].config", places[i].Prefix(""), i)}
			}
		}
		file.Rows = append(file.Rows, Row{
			Plugin: row.Plugin, Config: config, Disabled: row.Disabled, Place: places[i],
		})
	}
	return file, file.addServers(name, written.Servers)
}
