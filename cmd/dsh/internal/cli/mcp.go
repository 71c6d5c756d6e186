package cli

import "github.com/spf13/cobra"

func newMCP(s Streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Serve tools over MCP, and keep the MCP servers whose tools are used",
		Long: `mcp stands between MCP clients and MCP servers. serve offers the tools of a
preset, and those of the MCP servers in its configuration, to any MCP client,
every call under the preset's policies. add, list and check keep the mcpServers
file that other clients have too.`,
	}
	c.AddCommand(newMCPServe(s), newMCPAdd(s), newMCPList(s), newMCPCheck(s))
	return c
}
