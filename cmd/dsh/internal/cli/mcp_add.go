package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
)

type addFlags struct {
	mcpFlags
	env, headers []string
	cwd          string
	force        bool
}

func newMCPAdd(s Streams) *cobra.Command {
	var f addFlags
	c := &cobra.Command{
		Use:   "add [flags] NAME URL | NAME -- COMMAND [ARG...]",
		Short: "Add an MCP server to the project's file",
		Long: `add writes a server into the mcpServers of the project's ` + serversFile + `, or of
another JSON file, and leaves everything else in it as it is. Values may refer to
the environment as ${NAME} or ${NAME:-default}; write secrets that way.`,
		Example: `  dsh mcp add files -- npx -y @modelcontextprotocol/server-filesystem .
  dsh mcp add web https://example.com/mcp --header 'Authorization: Bearer ${TOKEN}'`,
		Args: cobra.MinimumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return f.add(s, args[0], args[1:]) },
	}
	f.register(c)
	c.Flags().StringArrayVar(&f.env, "env", nil, "`NAME=VALUE` for the command's environment; may be repeated")
	c.Flags().StringArrayVar(&f.headers, "header", nil, "`'NAME: VALUE'` for the address; may be repeated")
	c.Flags().StringVar(&f.cwd, "cwd", "", "working `DIR` of the command")
	c.Flags().BoolVar(&f.force, "force", false, "replace a server of the same name")
	return c
}

func (f *addFlags) add(s Streams, name string, target []string) error {
	entry, err := f.entry(target)
	if err != nil {
		return unusable(err)
	}
	if err := (mcp.Config{Servers: map[string]mcp.ServerConfig{name: entry}}).Validate(); err != nil {
		return unusable(err)
	}
	if !strings.EqualFold(filepath.Ext(f.path()), ".json") {
		return unusable(fmt.Errorf("%s is no .json file: only those are written", f.path()))
	}
	text, mode, err := f.edited(name, entry)
	if err != nil {
		return err
	}
	if err := replaceFile(f.path(), text, mode); err != nil {
		return &exitError{ExitFailed, err}
	}
	_, err = fmt.Fprintf(s.Out, "added %s to %s: %s\n", name, f.path(), entry.Describe())
	return err
}

// entry makes the server of the command line.
func (f *addFlags) entry(target []string) (mcp.ServerConfig, error) {
	var c mcp.ServerConfig
	first := target[0]
	scheme, _, isAddress := strings.Cut(strings.ToLower(first), "://")
	switch {
	case isAddress && scheme != "http" && scheme != "https":
		return c, fmt.Errorf("%q is no address of an MCP server: write http:// or https://, or a command after --", first)
	case isAddress && len(target) > 1:
		return c, fmt.Errorf("an address takes no arguments, %d follow it: leave them out, or write a command after --",
			len(target)-1)
	case isAddress:
		c.Type, c.URL = "http", first
	default:
		c.Command, c.Args, c.Cwd = first, target[1:], f.cwd
	}
	var err error
	if c.Env, err = pairs(f.env, "="); err != nil {
		return c, fmt.Errorf("--env: %w", err)
	}
	if c.Headers, err = pairs(f.headers, ":"); err != nil {
		return c, fmt.Errorf("--header: %w", err)
	}
	return c, nil
}

// pairs splits names from values. Errors name no value.
func pairs(texts []string, separator string) (map[string]string, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	m := map[string]string{}
	for i, text := range texts {
		name, value, ok := strings.Cut(text, separator)
		if name = strings.TrimSpace(name); !ok || name == "" {
			return nil, fmt.Errorf("number %d is not NAME%sVALUE", i+1, separator)
		}
		m[name] = strings.TrimSpace(value)
	}
	return m, nil
}

// edited is the file's text with the server in it, and the mode to write it
// with: that of the file, or one for its owner alone.
func (f *addFlags) edited(name string, entry mcp.ServerConfig) (string, fs.FileMode, error) {
	mode := fs.FileMode(0o600)
	whole := jsonvalue.NewObject()
	info, err := os.Stat(f.path())
	switch {
	case err == nil:
		mode = info.Mode().Perm()
		text, err := os.ReadFile(f.path())
		if err != nil {
			return "", mode, &exitError{ExitFailed, err}
		}
		if whole, err = jsonvalue.Parse(withoutTrailingCommas(text)); err != nil || whole.Kind() != jsonvalue.KindObject {
			return "", mode, unusable(fmt.Errorf("%s is no JSON object: %w", f.path(), errors.Join(err)))
		}
	case !errors.Is(err, fs.ErrNotExist):
		return "", mode, &exitError{ExitFailed, err}
	}
	servers, _ := whole.Get("mcpServers")
	if _, taken := servers.Get(name); taken && !f.force {
		return "", mode, unusable(fmt.Errorf(
			"%s has a server %q already: choose another name, or replace it with --force", f.path(), name))
	}
	value, err := jsonvalue.Marshal(entry)
	if err != nil {
		return "", mode, err
	}
	whole = withMember(whole, "mcpServers", withMember(servers, name, value))
	text := jsontext.Value(whole.Text())
	if err := text.Indent(jsontext.WithIndent("  ")); err != nil {
		return "", mode, err
	}
	return string(text) + "\n", mode, nil
}

// withoutTrailingCommas puts a blank in the place of each comma behind which an
// array or an object ends: what reads the file takes them, as editors and other
// clients do.
func withoutTrailingCommas(text []byte) []byte {
	text = slices.Clone(text)
	comma, quoted := -1, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted && c == '\\':
			i++ // whatever it is, it does not end the text
		case c == '"':
			quoted, comma = !quoted, -1
		case quoted || c == ' ' || c == '\t' || c == '\r' || c == '\n':
		case (c == '}' || c == ']') && comma >= 0:
			text[comma], comma = ' ', -1
		case c == ',':
			comma = i
		default:
			comma = -1
		}
	}
	return text
}

// withMember returns an object with a member replaced in its place or added.
func withMember(v jsonvalue.Value, name string, value jsonvalue.Value) jsonvalue.Value {
	var members []jsonvalue.Member
	found := false
	for n, old := range v.Members() {
		if n == name {
			old, found = value, true
		}
		members = append(members, jsonvalue.Member{Name: n, Value: old})
	}
	if !found {
		members = append(members, jsonvalue.Member{Name: name, Value: value})
	}
	return jsonvalue.NewObject(members...)
}

// replaceFile writes a file whole or not at all.
func replaceFile(path, text string, mode fs.FileMode) error {
	staged, err := os.CreateTemp(filepath.Dir(path), ".mcp-*")
	if err != nil {
		return err
	}
	defer os.Remove(staged.Name()) // gone already when all went well
	_, err = staged.WriteString(text)
	err = errors.Join(err, staged.Chmod(mode), staged.Sync(), staged.Close())
	if err != nil {
		return err
	}
	return os.Rename(staged.Name(), path)
}
