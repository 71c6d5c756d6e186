package modules

import (
	"fmt"
	"os"

	"github.com/goccy/go-yaml"
)

// Sets is versions.yaml: which modules are released together, at which version.
type Sets struct {
	Sets     map[string]Set `yaml:"module-sets"`
	Excluded []string       `yaml:"excluded-modules"`
}

// Set is the modules of one version.
type Set struct {
	Version string   `yaml:"version"`
	Modules []string `yaml:"modules"`
}

// LoadSets reads versions.yaml.
func LoadSets(path string) (*Sets, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var s Sets
	if err := yaml.UnmarshalWithOptions(text, &s, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &s, nil
}
