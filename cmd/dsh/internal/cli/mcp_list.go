package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/spf13/cobra"
)

// serverLine is one configured server, without anything secret.
type serverLine struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Where    string   `json:"where"`
	Disabled bool     `json:"disabled,omitzero"`
	Ignored  []string `json:"ignored,omitempty"`
}

func newMCPList(s Streams) *cobra.Command {
	var f mcpFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "list [flags]",
		Short: "List the configured MCP servers",
		Long: `list prints the servers of the file without connecting to them. Values of
variables, headers and secret-looking options are not printed.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return listServers(s.Out, &f, asJSON) },
	}
	f.register(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array, exact for machines")
	return c
}

func listServers(w io.Writer, f *mcpFlags, asJSON bool) error {
	config, err := f.load()
	if err != nil {
		return err
	}
	names, err := chosen(config, nil)
	if err != nil {
		return err
	}
	lines := []serverLine{}
	for _, name := range names {
		lines = append(lines, lineOf(name, config.Servers[name]))
	}
	if asJSON {
		return writeJSON(w, lines)
	}
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "SERVER\tTYPE\tWHERE\tNOTE")
	for _, l := range lines {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", l.Name, l.Type, l.Where, l.note())
	}
	return table.Flush()
}

func lineOf(name string, c mcp.ServerConfig) serverLine {
	return serverLine{
		Name: name, Type: c.Resolve().Type, Where: c.Describe(),
		Disabled: c.Disabled, Ignored: c.Ignored,
	}
}

func (l serverLine) note() string {
	var notes []string
	if l.Disabled {
		notes = append(notes, "disabled")
	}
	if len(l.Ignored) > 0 {
		notes = append(notes, "ignored: "+strings.Join(l.Ignored, ", "))
	}
	return strings.Join(notes, "; ")
}
