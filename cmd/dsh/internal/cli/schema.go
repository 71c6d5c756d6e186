package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/dsh-go/dsh/packages/core/tools/schema/tstypes"
	"github.com/go-json-experiment/json/jsontext"
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
			RunE: func(c *cobra.Command, args []string) error {
				_, err := readSchema(c.Context(), s.In, args)
				if err != nil {
					return err
				}
				_, err = fmt.Fprintln(s.Out, "ok")
				return written(err)
			},
		},
		&cobra.Command{
			Use:   "validate SCHEMA [VALUE|-]",
			Short: "Validate a value; every violation is printed on a line of its own",
			Args:  cobra.RangeArgs(1, 2),
			RunE:  func(c *cobra.Command, args []string) error { return validate(c.Context(), s, args) },
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
		RunE: func(c *cobra.Command, args []string) error {
			raw, err := readRawSchema(c.Context(), s.In, first(args))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(s.Out, tstypes.Of(raw, 0))
			return written(err)
		},
	}
}

func readSchema(ctx context.Context, in io.Reader, args []string) (*schema.Schema, error) {
	name := first(args)
	raw, err := readRawSchema(ctx, in, name)
	if err != nil {
		return nil, err
	}
	compiled, err := schema.Compile(raw)
	if err != nil {
		return nil, &exitError{ExitFailed, fmt.Errorf("%s: %w", shown(name), err)}
	}
	return compiled, nil
}

func validate(ctx context.Context, s Streams, args []string) error {
	if args[0] == "-" && first(args[1:]) == "-" {
		return unusable(errors.New("schema and value cannot both come from standard input: give one as a file"))
	}
	compiled, err := readSchema(ctx, s.In, args[:1])
	if err != nil {
		return err
	}
	name := first(args[1:])
	text, err := readInput(ctx, s.In, name)
	if err != nil {
		return err
	}
	value, err := parseJSON(shown(name), text)
	if err != nil {
		return err
	}
	violations := compiled.Violations(value, "value")
	if len(violations) == 0 {
		_, err := fmt.Fprintln(s.Out, "ok")
		return written(err)
	}
	for _, v := range violations {
		if _, err := fmt.Fprintln(s.Out, v.Message); err != nil {
			return written(err)
		}
	}
	return &exitError{ExitFailed, fmt.Errorf("%s does not satisfy the schema: %d violation(s)", shown(name), len(violations))}
}

// readRawSchema reads a schema. Unlike argument text, where the last of several
// members with one name wins, it must not have any: its author would lose one.
func readRawSchema(ctx context.Context, in io.Reader, name string) (jsonvalue.Value, error) {
	text, err := readInput(ctx, in, name)
	if err != nil {
		return jsonvalue.Value{}, err
	}
	raw, err := parseJSON(shown(name), text)
	if err != nil {
		return raw, err
	}
	return raw, unrepeated(shown(name), text)
}

func unrepeated(file string, text []byte) error {
	_, err := jsontext.NewDecoder(bytes.NewReader(text)).ReadValue()
	bad, ok := errors.AsType[*jsontext.SyntacticError](err)
	if !ok || !errors.Is(err, jsontext.ErrDuplicateName) {
		return nil // parseJSON has judged everything else
	}
	name := bad.JSONPointer.LastToken()
	return unusable(inputErrorAt(file, text, int(min(bad.ByteOffset, int64(len(text)))),
		fmt.Sprintf("member %q appears twice: keep one", brief(name))))
}

// parseJSON reads one JSON value and names the place of what is wrong with it.
func parseJSON(file string, text []byte) (jsonvalue.Value, error) {
	if err := checkEncoding(text); err != nil {
		return jsonvalue.Value{}, unusable(inputErrorAt(file, text, 0, err.Error()))
	}
	v, err := jsonvalue.Parse(text)
	if bad, ok := errors.AsType[*jsonvalue.Error](err); ok {
		message := bad.Err.Error()
		if bad.Code == jsonvalue.CodeSyntax {
			message = "not JSON: " + message
		}
		return v, unusable(&inputError{file: file, line: bad.Line, column: bad.Column, message: message})
	}
	return v, err
}
