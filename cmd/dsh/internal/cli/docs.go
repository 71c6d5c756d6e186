package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandDoc is a command as the generator of the reference reads it.
type commandDoc struct {
	Name     string       `json:"name"`
	Use      string       `json:"use"`
	Short    string       `json:"short"`
	Long     string       `json:"long,omitzero"`
	Example  string       `json:"example,omitzero"`
	Flags    []flagDoc    `json:"flags,omitempty"`
	Commands []commandDoc `json:"commands,omitempty"`
}

// flagDoc is one flag of a command.
type flagDoc struct {
	Name      string `json:"name"`
	Shorthand string `json:"shorthand,omitzero"`
	Value     string `json:"value,omitzero"`
	Default   string `json:"default,omitzero"`
	Usage     string `json:"usage"`
}

// newDocs is hidden: it prints the command tree for the reference pages.
func newDocs(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:    "docs",
		Short:  "Print the command tree as JSON",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE:   func(c *cobra.Command, _ []string) error { return written(writeJSON(s.Out, describeCommand(c.Root()))) },
	}
}

func describeCommand(c *cobra.Command) commandDoc {
	d := commandDoc{
		Name: c.CommandPath(), Use: c.UseLine(), Short: c.Short, Long: c.Long, Example: c.Example,
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && f.Name != "help" {
			d.Flags = append(d.Flags, describeFlag(f))
		}
	})
	for _, below := range c.Commands() {
		if below.IsAvailableCommand() && below.Name() != "help" && below.Name() != "completion" {
			d.Commands = append(d.Commands, describeCommand(below))
		}
	}
	return d
}

func describeFlag(f *pflag.Flag) flagDoc {
	value, usage := pflag.UnquoteUsage(f)
	d := flagDoc{Name: f.Name, Shorthand: f.Shorthand, Value: value, Usage: usage}
	switch f.DefValue {
	case "", "false", "0", "0s", "[]":
	default:
		d.Default = f.DefValue
	}
	return d
}
