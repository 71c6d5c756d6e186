package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
	"github.com/spf13/cobra"
)

func newSchema(s Streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "schema",
		Short: "Check schemas, validate values, print TypeScript types",
		Long: `schema helps authors of tools: it checks that a JSON Schema is in the subset
that dsh enforces, validates a value against one, and prints the TypeScript type
that programs see. FILE may be - for standard input.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		&cobra.Command{
			Use:   "check [FILE|-]",
			Short: "Check that a schema is in the enforced subset",
			Args:  cobra.MaximumNArgs(1),
			RunE: func(_ *cobra.Command, args []string) error {
				_, _, err := readSchema(s.In, args)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(s.Out, "ok")
				return err
			},
		},
		&cobra.Command{
			Use:   "validate SCHEMA [VALUE|-]",
			Short: "Validate a value; every violation is printed on a line of its own",
			Args:  cobra.RangeArgs(1, 2),
			RunE:  func(_ *cobra.Command, args []string) error { return validate(s, args) },
		},
		newSchemaTS(s),
	)
	return c
}

func newSchemaTS(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:   "ts [FILE|-]",
		Short: "Print the TypeScript type of a schema",
		Long:  "ts prints the type text that programs see; a schema outside the subset is unknown.",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			raw, err := readJSON(s.In, first(args))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(s.Out, tstypes.Of(raw, 0))
			return err
		},
	}
}

func first(args []string) string {
	if len(args) == 0 {
		return "-"
	}
	return args[0]
}

func readSchema(in io.Reader, args []string) (*schema.Schema, string, error) {
	name := first(args)
	raw, err := readJSON(in, name)
	if err != nil {
		return nil, name, err
	}
	compiled, err := schema.Compile(raw)
	if err != nil {
		return nil, name, &exitError{ExitFailed, fmt.Errorf("%s: %w", name, err)}
	}
	return compiled, name, nil
}

func validate(s Streams, args []string) error {
	if args[0] == "-" && first(args[1:]) == "-" {
		return unusable(errors.New("schema and value cannot both come from standard input: give one as a file"))
	}
	compiled, _, err := readSchema(s.In, args[:1])
	if err != nil {
		return err
	}
	value, err := readJSON(s.In, first(args[1:]))
	if err != nil {
		return err
	}
	violations := compiled.Violations(value, "value")
	if len(violations) == 0 {
		_, err := fmt.Fprintln(s.Out, "ok")
		return err
	}
	for _, v := range violations {
		if _, err := fmt.Fprintln(s.Out, v.Message); err != nil {
			return err
		}
	}
	return &exitError{ExitFailed, fmt.Errorf("%s does not satisfy the schema: %d violation(s)", first(args[1:]), len(violations))}
}

// readJSON reads one JSON value and names the place of what is wrong with it.
func readJSON(in io.Reader, name string) (jsonvalue.Value, error) {
	text, err := readInput(in, name)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	if name == "-" {
		name = "standard input"
	}
	v, err := jsonvalue.Parse(text)
	if bad, ok := errors.AsType[*jsonvalue.Error](err); ok {
		return v, unusable(&inputError{file: name, line: bad.Line, column: bad.Column, message: bad.Err.Error()})
	}
	return v, err
}
