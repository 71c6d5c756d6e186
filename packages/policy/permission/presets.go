package permission

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/agent"
	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/scope/event"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/tools"
)

// Preset is a sandbox mode and an approval policy under one name.
type Preset struct {
	// Name is what the preset is chosen by. Mandatory.
	Name string `json:"name"`
	// SandboxMode is read-only, workspace-write or danger-full-access. Mandatory.
	SandboxMode string `json:"sandboxMode"`
	// ApprovalPolicy is ask or never. Mandatory.
	ApprovalPolicy string `json:"approvalPolicy"`
}

// Custom is the name of whatever matches no preset. No preset may take it.
const Custom = "custom"

// DefaultPreset is what new sessions get where nothing else is configured.
const DefaultPreset = "workspace-write"

// Builtin returns the presets that always exist (§16.2).
func Builtin() []Preset {
	return []Preset{
		{"read-only", "read-only", "ask"},
		{"workspace-write", "workspace-write", "ask"},
		{"danger-full-access", "danger-full-access", "never"},
	}
}

// PresetsConfig configures the presets of a deployment.
type PresetsConfig struct {
	// Default is the preset of new sessions; empty means [DefaultPreset].
	Default string `json:"default,omitzero"`
	// More are presets beside the built-in ones.
	More []Preset `json:"more,omitempty"`
}

// Validate refuses names that are taken and a default that does not exist.
func (c PresetsConfig) Validate() error {
	seen := map[string]bool{Custom: true, "": true}
	for _, p := range c.all() {
		if seen[p.Name] {
			return &Error{Code: CodeConfig, Message: fmt.Sprintf(
				"permission preset %q: the name is empty, reserved or taken", p.Name)}
		}
		seen[p.Name] = true
	}
	_, err := c.named(c.Resolve().Default)
	return err
}

// Resolve returns the configuration with its defaults in place.
func (c PresetsConfig) Resolve() PresetsConfig {
	if c.Default == "" {
		c.Default = DefaultPreset
	}
	return c
}

func (c *PresetsConfig) all() []Preset { return append(Builtin(), c.More...) }

func (c *PresetsConfig) named(name string) (Preset, error) {
	var names []string
	for _, p := range c.all() {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Preset{}, &Error{Code: CodeUnknownPreset, Message: fmt.Sprintf(
		"no permission preset is named %q; there are: %s", name, strings.Join(names, ", "))}
}

// Presets pins and switches the permission presets of sessions. Create it with
// [NewPresets]. Safe for concurrent use.
type Presets struct {
	config PresetsConfig
	agents *agent.Agents
}

// Mounted says which presets are in force for which agent, for commands that
// show and switch them.
type Mounted = scope.Slot[*Presets]

// NewPresets returns the presets of a deployment.
func NewPresets(agents *agent.Agents, c PresetsConfig) (*Presets, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	return &Presets{config: c.Resolve(), agents: agents}, nil
}

// Install pins the facts of agents that are created below s, until s closes. A
// session that has facts already keeps them; an agent that works for another gets
// its owner's sandbox mode.
func (p *Presets) Install(s *scope.Scope) error {
	return p.agents.Events.Created.On(s, p.pin, event.Label("permission-presets"))
}

func (p *Presets) pin(ctx context.Context, a *agent.Agent) error {
	facts := Facts(a)
	if facts.SandboxMode != "" {
		return nil
	}
	if owner := a.Owner(); owner != nil {
		return write(ctx, a, session.TypeSandboxMode, sandboxMode{Facts(owner).SandboxMode})
	}
	preset, err := p.config.named(p.config.Default)
	if err != nil {
		return err
	}
	return p.apply(ctx, a, preset)
}

// All returns the presets in order.
func (p *Presets) All() []Preset { return p.config.all() }

// Switch brings an agent's session under a preset, and tells the agent. Only what
// changes is recorded.
func (p *Presets) Switch(ctx context.Context, a *agent.Agent, name string) error {
	preset, err := p.config.named(name)
	if err != nil {
		return err
	}
	if err := p.apply(ctx, a, preset); err != nil {
		return err
	}
	notice := llm.UserMessage(fmt.Sprintf(
		"The permissions of this session are now those of %q: commands and file tools run in sandbox mode %s, "+
			"and the approval policy is %s.", preset.Name, preset.SandboxMode, preset.ApprovalPolicy))
	notice.Source = llm.Source{Kind: llm.SourcePlugin, Name: PresetsPluginName}
	return a.Inbox().Post(notice)
}

func (p *Presets) apply(ctx context.Context, a *agent.Agent, preset Preset) error {
	now := Facts(a)
	if now.SandboxMode != preset.SandboxMode {
		if err := write(ctx, a, session.TypeSandboxMode, sandboxMode{preset.SandboxMode}); err != nil {
			return err
		}
	}
	if now.ApprovalPolicy != preset.ApprovalPolicy {
		change := approvalPolicy{preset.ApprovalPolicy, "preset"}
		if err := write(ctx, a, session.TypeApprovalPolicy, change); err != nil {
			return err
		}
	}
	if now.Name == preset.Name {
		return nil
	}
	return write(ctx, a, session.TypePermissionPreset, presetName{preset.Name})
}

// Current returns the preset that an agent's session is under; its name is
// [Custom] if the facts match none.
func (p *Presets) Current(a *agent.Agent) Preset {
	facts := Facts(a)
	i := slices.IndexFunc(p.config.all(), func(q Preset) bool {
		return q.SandboxMode == facts.SandboxMode && q.ApprovalPolicy == facts.ApprovalPolicy
	})
	facts.Name = Custom
	if i >= 0 {
		facts.Name = p.config.all()[i].Name
	}
	return facts
}

// SandboxMode returns the sandbox mode in an agent's session, for the services
// that confine; false if it has none.
func (p *Presets) SandboxMode(identity *tools.Agent) (string, bool) {
	a, ok := p.agents.Of(identity)
	if !ok {
		return "", false
	}
	mode := Facts(a).SandboxMode
	return mode, mode != ""
}

type sandboxMode struct {
	Mode string `json:"mode"`
}

type approvalPolicy struct {
	Policy string `json:"policy"`
	Source string `json:"source"`
}

type presetName struct {
	Preset string `json:"preset"`
}

// Facts returns what an agent's log says last: sandbox mode, approval policy and
// the recorded preset; empty where it says nothing.
func Facts(a *agent.Agent) Preset {
	var facts Preset
	for _, e := range slices.Backward(a.Log().History().Events) {
		switch e.Type {
		case session.TypeSandboxMode:
			fill(&facts.SandboxMode, e, "mode")
		case session.TypeApprovalPolicy:
			fill(&facts.ApprovalPolicy, e, "policy")
		case session.TypePermissionPreset:
			fill(&facts.Name, e, "preset")
		}
		if facts.SandboxMode != "" && facts.ApprovalPolicy != "" && facts.Name != "" {
			break
		}
	}
	return facts
}

func fill(field *string, e session.Event, member string) {
	if *field == "" {
		v, _ := e.Data.Get(member)
		*field, _ = v.AsString()
	}
}

func write(ctx context.Context, a *agent.Agent, t session.Type, data any) error {
	if _, err := a.Log().Append(ctx, session.Record{Type: t, Data: data}); err != nil {
		return &Error{Code: CodeRecord, Message: "the permission change could not be recorded", Err: err}
	}
	return nil
}
