package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/spill"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/dsh-go/dsh/packages/tools/mcp/serve"
	"github.com/spf13/cobra"
)

type serveFlags struct {
	hostFlags
	mode, http, tokenEnv string
	origins              []string
	noStructured         bool
}

func newMCPServe(s Streams) *cobra.Command {
	var f serveFlags
	c := &cobra.Command{
		Use:   "serve [flags]",
		Short: "Serve the preset's tools to MCP clients",
		Long: `serve offers the tools of a preset, and of the MCP servers in its configuration,
to an MCP client on standard input and output, or to any number of them over
streamable HTTP. Each client has an agent of its own. Every call goes through the
preset's policies; what they ask, the client's user is asked, if the client can do
that, and is denied otherwise. Outputs that are too long are linked as resources.

--mode native offers each tool, ptc one tool run_code with a typed SDK of all
tools, both both. Over HTTP the address is a loopback one unless a host is given;
any other host needs a bearer token, taken from the environment variable that
--token-env names.`,
		Example: `  dsh mcp serve --preset coding
  dsh mcp serve --config ~/.config/Claude/claude_desktop_config.json --mode ptc
  DSH_MCP_TOKEN=… dsh mcp serve --http 0.0.0.0:8080`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c.Context(), s) },
	}
	f.register(c)
	c.Flags().StringVar(&f.mode, "mode", "native", "what is offered: `MODE` native, ptc or both")
	_ = c.RegisterFlagCompletionFunc("mode",
		cobra.FixedCompletions([]string{"native", "ptc", "both"}, cobra.ShellCompDirectiveNoFileComp))
	c.Flags().StringVar(&f.http, "http", "", "serve over HTTP on `ADDR`, a port or host:port")
	c.Flags().StringVar(&f.tokenEnv, "token-env", "DSH_MCP_TOKEN", "environment variable `NAME` with the bearer token")
	c.Flags().StringArrayVar(&f.origins, "origin", nil, "`ORIGIN` of web pages that may connect; may be repeated")
	c.Flags().BoolVar(&f.noStructured, "no-structured", false, "leave out structured content and output schemas")
	return c
}

func (f *serveFlags) run(ctx context.Context, s Streams) (err error) {
	preset, err := f.chosen()
	if err != nil {
		return err
	}
	token := os.Getenv(f.tokenEnv)
	address := ""
	if f.http != "" {
		if address, err = serve.Address(f.http, token); err != nil {
			if token == "" {
				err = fmt.Errorf("%w\nthe token is taken from the environment variable %s, which is not set", err, f.tokenEnv)
			}
			return unusable(err)
		}
	}
	var found services
	preset.Parts = slices.Concat(preset.Parts, found.parts())
	run, err := f.startPreset(ctx, s, preset)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close(ctx)) }()
	server, err := serve.New(f.options(s, run, &found))
	if err != nil {
		return &exitError{ExitFailed, err}
	}
	defer server.Close()
	if address != "" {
		return f.listen(ctx, s, server, serveAt{address, token})
	}
	if err := server.ServeStreams(ctx, s.In, s.Out); err != nil && ctx.Err() == nil {
		return &exitError{ExitFailed, err}
	}
	return nil
}

// chosen is the preset with the executor of the mode.
func (f *serveFlags) chosen() (presets.Preset, error) {
	p, err := f.load()
	if err != nil {
		return p, unusable(err)
	}
	switch f.mode {
	case "native":
		return withApproval(p), nil
	case "ptc", "both":
		return builtin.WithPrograms(withApproval(p), builtin.Programs{AlsoDirect: f.mode == "both"})
	}
	return p, unusable(fmt.Errorf("--mode is %q: it must be native, ptc or both", f.mode))
}

// withApproval lets a preset without an approval policy ask, too.
func withApproval(p presets.Preset) presets.Preset {
	if slices.ContainsFunc(slices.Concat(p.Shared, p.Agent), func(r presets.Row) bool {
		return r.Plugin == approval.PluginName && !r.Disabled
	}) {
		return p
	}
	return p.With(presets.Row{Plugin: approval.PluginName})
}

// services are those of the preset that the server takes beside the host's.
type services struct {
	servers *mcp.Servers
	stores  *spill.Stores
}

func (v *services) parts() []presets.Part {
	return []presets.Part{
		{Name: "mcp-serve", Option: mcp.Populate(&v.servers)},
		{Name: "mcp-serve-outputs", Option: spill.Populate(&v.stores)},
	}
}

// options serve what runs. Clients are told once, when they connect, what the
// preset's MCP servers want a model to know.
func (f *serveFlags) options(s Streams, run *running, found *services) serve.Options {
	level := slog.LevelWarn
	if f.verbose {
		level = slog.LevelInfo
	}
	made := &clients{host: run.host, dir: run.agent.Identity.Dir}
	o := serve.Options{
		Registry: run.host.Tools, Scope: run.agent.Scope, NoStructured: f.noStructured,
		Logger: slog.New(slog.NewTextHandler(s.Err, &slog.HandlerOptions{Level: level})),
		Instructions: func() string {
			var texts []string
			for _, section := range found.servers.Sections(run.agent.Identity.Key, nil) {
				texts = append(texts, section.Text)
			}
			return strings.Join(texts, "\n\n")
		},
		NewAgent: made.newAgent,
	}
	if _, kept := found.stores.Nearest(run.agent.Identity.Key); kept {
		made.outputs = newOutputs(found.stores)
		o.Spills = made.outputs
	}
	return o
}

type serveAt struct{ address, token string }

// listen serves until ctx ends.
func (f *serveFlags) listen(ctx context.Context, s Streams, server *serve.Server, at serveAt) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", at.address)
	if err != nil {
		return &exitError{ExitFailed, err}
	}
	h := &http.Server{
		Handler:           server.Handler(serve.HTTPOptions{Token: at.token, Origins: f.origins}),
		ReadHeaderTimeout: 10 * time.Second,
	}
	fmt.Fprintf(s.Err, "dsh: serving MCP at http://%s/mcp\n", listener.Addr())
	stopped := make(chan error, 1)
	go func() { stopped <- h.Serve(listener) }()
	select {
	case err := <-stopped:
		return &exitError{ExitFailed, err}
	case <-ctx.Done():
	}
	server.Close() // ends the streams that requests hang on
	err = h.Close()
	<-stopped
	return err
}
