package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

func newTools(s Streams) *cobra.Command {
	var f hostFlags
	var asJSON bool
	c := &cobra.Command{
		Use:   "tools [flags]",
		Short: "List the tools that a preset declares",
		Long: `tools lists what the preset's executor declares to a model, in the order in
which it is declared. With --json each tool is printed with its complete
parameter and output schemas, traits and budget.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return listTools(c.Context(), s, &f, asJSON) },
	}
	f.register(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print a JSON array, exact for machines")
	return c
}

func listTools(ctx context.Context, s Streams, f *hostFlags, asJSON bool) (err error) {
	run, err := f.start(ctx, s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close(ctx)) }()
	d, err := run.host.Tools.Describe(ctx, run.agent.Identity, nil)
	if err != nil {
		return &exitError{ExitFailed, err}
	}
	var lines []toolLine
	for _, declared := range d.Tools {
		line := toolLine{Name: declared.Name, Description: declared.Description, Parameters: declared.Parameters}
		if reg, ok := run.host.Tools.Get(declared.Name, run.agent.Identity.Key, nil); ok {
			def := reg.Definition()
			line.Output, line.Traits = def.Output.Schema, def.Traits
			line.TimeoutMs = float64(def.Timeout.Microseconds()) / 1000
			line.DeferLoading = def.DeferLoading
		}
		lines = append(lines, line)
	}
	if asJSON {
		return written(writeJSON(s.Out, lines))
	}
	return written(writeTable(s.Out, lines))
}

// toolLine is one declared tool.
type toolLine struct {
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Parameters   jsonvalue.Value `json:"parameters"`
	Output       jsonvalue.Value `json:"output,omitzero"`
	Traits       tools.Traits    `json:"traits"`
	TimeoutMs    float64         `json:"timeoutMs,omitzero"`
	DeferLoading bool            `json:"deferLoading,omitzero"`
}

func writeJSON(w io.Writer, v any) error {
	text, err := json.Marshal(v, jsontext.WithIndent("  "))
	if err != nil {
		return err
	}
	_, err = w.Write(append(text, '\n'))
	return err
}

func writeTable(w io.Writer, lines []toolLine) error {
	table := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(table, "TOOL\tPARAMETERS\tDESCRIPTION")
	for _, l := range lines {
		first, _, _ := strings.Cut(l.Description, "\n")
		fmt.Fprintf(table, "%s\t%s\t%s\n", l.Name, strings.Join(parameterNames(l.Parameters), " "), first)
	}
	return table.Flush()
}

// parameterNames lists members in their order, optional ones in brackets.
func parameterNames(schema jsonvalue.Value) []string {
	var required []string
	if list, ok := schema.Get("required"); ok {
		for _, v := range list.Elements() {
			name, _ := v.AsString()
			required = append(required, name)
		}
	}
	var names []string
	if properties, ok := schema.Get("properties"); ok {
		for name := range properties.Members() {
			if !slices.Contains(required, name) {
				name = "[" + name + "]"
			}
			names = append(names, name)
		}
	}
	return names
}
