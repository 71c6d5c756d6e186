package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/dsh-go/dsh/packages/presets"
	"github.com/dsh-go/dsh/packages/presets/builtin"
	"github.com/dsh-go/dsh/packages/presets/host"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/spf13/cobra"
)

// hostFlags are the flags of every command that runs a preset.
type hostFlags struct {
	dir, preset, config string
	assumed             string // the preset that nobody named
	verbose             bool
}

func (f *hostFlags) register(c *cobra.Command) {
	c.Flags().StringVarP(&f.dir, "directory", "C", "", "workspace `DIR` of the calls (default: the current one)")
	c.Flags().StringVar(&f.preset, "preset", "", "preset `NAME`: what tools and policies to use (default minimal)")
	c.Flags().StringVar(&f.config, "config", "", "configuration `FILE` (YAML or JSON) that changes rows of the preset")
	c.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "log what happens beside the calls, too, not only what goes wrong")
	_ = c.RegisterFlagCompletionFunc("preset", cobra.FixedCompletions(builtin.Names(), cobra.ShellCompDirectiveNoFileComp))
	_ = c.MarkFlagDirname("directory")
	_ = c.MarkFlagFilename("config", "yaml", "yml", "json")
}

// running is a started preset with the agent that the command's calls belong to.
type running struct {
	host  *host.Host
	agent *host.Agent
}

// start runs the chosen preset. The caller closes it.
func (f *hostFlags) start(ctx context.Context, s Streams) (*running, error) {
	preset, err := f.load()
	if err != nil {
		return nil, unusable(err)
	}
	return f.startPreset(ctx, s, preset)
}

// startPreset runs a preset that the command has chosen or changed itself.
func (f *hostFlags) startPreset(ctx context.Context, s Streams, preset presets.Preset) (*running, error) {
	h, dir, err := f.startHost(ctx, s, preset)
	if err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	agent, err := h.NewAgent(ctx, "cli", dir, nil)
	if err != nil {
		return nil, errors.Join(err, h.Close(ctx))
	}
	return &running{h, agent}, nil
}

// startHost runs a preset without an agent, and returns the workspace beside it.
func (f *hostFlags) startHost(
	ctx context.Context, s Streams, preset presets.Preset,
) (*host.Host, string, error) {
	dir, err := workspace(f.dir)
	if err != nil {
		return nil, "", unusable(err)
	}
	level := slog.LevelWarn
	if f.verbose {
		level = slog.LevelInfo
	}
	log := slog.New(slog.NewTextHandler(s.Err, &slog.HandlerOptions{Level: level}))
	preset.Parts = append(slices.Clone(preset.Parts), presets.Part{Name: "mcp-directory", Option: mcp.Within(dir)})
	// An interrupt ends calls, not the start: whatever was asked gets its answer.
	h, err := host.Start(context.WithoutCancel(ctx), preset, host.Options{Logger: log})
	if e, ok := errors.AsType[*presets.Error](err); ok && e.Code == presets.CodeUnknownPlugin && f.assumed != "" {
		err = fmt.Errorf("%w\nno preset is named, so %q holds: name another in the file or with --preset", err, f.assumed)
	}
	if err != nil {
		return nil, "", unusable(err)
	}
	return h, dir, nil
}

func (r *running) close(ctx context.Context) error { return r.host.Close(ctx) }

// load finds the preset of the flags, else of the configuration file, else the
// usual one, and applies the file.
func (f *hostFlags) load() (presets.Preset, error) { return f.loadOr(builtin.Default) }

func (f *hostFlags) loadOr(usual string) (presets.Preset, error) {
	var file presets.File
	if f.config != "" {
		var err error
		if file, err = presets.LoadFile(f.config); err != nil {
			return presets.Preset{}, err
		}
	}
	name, place := f.preset, presets.Place{}
	if name == "" {
		name, place = file.Preset, file.PresetPlace
	}
	if name == "" {
		name, f.assumed = usual, usual
	}
	p, err := builtin.Named(name)
	if err != nil {
		return presets.Preset{}, fmt.Errorf("%s%w", place.Prefix(""), err)
	}
	return p.With(file.Rows...), nil
}

// loadForAgents is the preset of the flags, else of the configuration file, else
// the one for agents.
func (f *hostFlags) loadForAgents() (presets.Preset, error) {
	p, err := f.loadOr(agentPreset)
	if err != nil {
		return p, unusable(err)
	}
	f.preset = p.ID
	return p, nil
}

// workspace returns the absolute path of an existing directory.
func workspace(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("workspace %q: %w", dir, err)
	}
	info, err := os.Stat(abs)
	switch {
	case err != nil:
		return "", fmt.Errorf("workspace: %w: name an existing directory with -C", err)
	case !info.IsDir():
		return "", fmt.Errorf("workspace %s is not a directory: name one with -C", abs)
	}
	return abs, nil
}
