package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/plugin"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/spf13/cobra"
)

// serversFile is where a project's servers are kept if nothing else is said:
// other clients read the same file.
const serversFile = ".mcp.json"

// mcpFlags find the servers' file.
type mcpFlags struct{ dir, config string }

func (f *mcpFlags) register(c *cobra.Command) {
	c.Flags().StringVarP(&f.dir, "directory", "C", "", "`DIR` of the project (default: the current one)")
	c.Flags().StringVar(&f.config, "config", "", "`FILE` with mcpServers (default "+serversFile+" of the project)")
	_ = c.MarkFlagDirname("directory")
	_ = c.MarkFlagFilename("config", "json", "yaml", "yml")
}

func (f *mcpFlags) path() string {
	if f.config != "" {
		return f.config
	}
	return filepath.Join(f.dir, serversFile)
}

// load reads the file's servers, checked.
func (f *mcpFlags) load() (mcp.Config, error) {
	file, err := presets.LoadFile(f.path())
	if errors.Is(err, fs.ErrNotExist) && f.config == "" {
		return mcp.Config{}, unusable(fmt.Errorf(
			"there is no %s: add a server with 'dsh mcp add', or name a file with --config", f.path()))
	}
	if err != nil {
		return mcp.Config{}, unusable(err)
	}
	for _, row := range file.Rows {
		if row.Plugin != mcp.PluginName {
			continue
		}
		c, err := decodeServers(row.Config)
		if err != nil {
			return c, unusable(fmt.Errorf("%s: %w", f.path(), err))
		}
		return c, nil
	}
	return mcp.Config{}, nil
}

// decodeServers decodes as the row in a preset is, and mounts nothing.
func decodeServers(text []byte) (c mcp.Config, err error) {
	keep := plugin.Of(mcp.PluginName, func(_ context.Context, _ *scope.Scope, read mcp.Config) error {
		c = read
		return nil
	})
	s := scope.NewRoot(mcp.PluginName)
	err = keep.Install(s.Context(), s, text)
	return c, errors.Join(err, s.Close(s.Context()))
}

// chosen returns the named servers, all if none is named, sorted.
func chosen(c mcp.Config, names []string) ([]string, error) {
	all := slices.Sorted(maps.Keys(c.Servers))
	if len(names) == 0 {
		return all, nil
	}
	for _, name := range names {
		if _, ok := c.Servers[name]; !ok {
			return nil, unusable(fmt.Errorf("no server is named %q; there are: %s", name, strings.Join(all, ", ")))
		}
	}
	return names, nil
}
