package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/approval"
	"github.com/dsh-go/dsh/packages/policy/permission"
	"github.com/dsh-go/dsh/packages/presets"
	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"
)

func newPolicy(s Streams) *cobra.Command {
	c := &cobra.Command{
		Use:   "policy",
		Short: "Say what the permission rules decide",
		Long:  "policy is about the permission rules of a preset and its configuration file.",
		Args:  cobra.NoArgs,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newPolicyExplain(s))
	return c
}

type explainFlags struct {
	hostFlags
	json bool
}

func newPolicyExplain(s Streams) *cobra.Command {
	var f explainFlags
	c := &cobra.Command{
		Use:   "explain [flags] TOOL [ARGUMENTS|-]",
		Short: "Say which permission rule decides a call, and what happens then",
		Long: `explain asks the permission rules of the preset about a call, without running it.
It prints the decision, the rule that made it, every rule that was looked at in
order, what happens to such a call of an agent, and which rules never match
because they name a tool or an argument that does not exist. The first rule that
matches decides. ARGUMENTS is a JSON object, {} where it is left out; with - it is read
from standard input.

Only permission rules are explained. Other policies and the tool itself may still
refuse what the rules allow, or ask about it.

The pattern "git push*" does not match git -C DIR push: a rule about every push
has command: ["git push*", "git * push*"].`,
		Example: `  dsh policy explain --config rules.yaml bash '{"command": "git -C site push", "description": "Push"}'`,
		Args:    cobra.RangeArgs(1, 2),
		RunE:    func(c *cobra.Command, args []string) error { return f.run(c.Context(), s, args) },
	}
	f.register(c)
	c.Flags().Lookup("preset").Usage = agentPresetUsage
	c.Flags().BoolVar(&f.json, "json", false, "print one JSON object")
	return c
}

func (f *explainFlags) run(ctx context.Context, s Streams, args []string) (err error) {
	arguments, err := callArguments(ctx, s, args[1:])
	if err != nil {
		return err
	}
	preset, err := f.loadForAgents()
	if err != nil {
		return err
	}
	run, err := f.startPreset(ctx, s, preset)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, run.close(ctx)) }()
	tool, err := run.tool(args[0])
	if err != nil {
		return unusable(err)
	}
	row, _ := rowOf(preset, permission.PluginName)
	policy, err := rulesOf(row)
	if err != nil {
		return unusable(err)
	}
	e := explained(row, policy.Explain(permission.Subject{
		Tool: args[0], Arguments: arguments, Traits: tool.Traits, Dir: run.agent.Identity.Dir,
	}))
	if row.Plugin == "" {
		e.without(rulesAreMissing(preset))
	}
	e.warn(row, policy.Warnings(run.host.Tools, run.agent.Identity.Key))
	e.Then = then(e.Action, run.approvalPolicy(preset), violations(tool, arguments))
	if f.json {
		return written(writeJSON(s.Out, e))
	}
	_, err = fmt.Fprint(s.Out, e.text())
	return written(err)
}

// callArguments reads the arguments of a call.
func callArguments(ctx context.Context, s Streams, args []string) (jsonvalue.Value, error) {
	name, text := "the arguments", []byte("{}")
	if len(args) > 0 {
		text = []byte(args[0])
		if args[0] == "-" {
			var err error
			if text, err = readInput(ctx, s.In, "-"); err != nil {
				return jsonvalue.Value{}, err
			}
			name = shown("-")
		}
	}
	v, err := parseJSON(name, text)
	if err != nil {
		return v, err
	}
	if v.Kind() != jsonvalue.KindObject {
		return v, unusable(fmt.Errorf(`%s must be a JSON object, as in '{"command": "git push"}'`, name))
	}
	return v, nil
}

// tool is the tool that the agent calls by that name, also one that the rules hide
// from it.
func (r *running) tool(name string) (tools.Definition, error) {
	registry := r.host.Tools
	reg, ok := registry.Get(name, r.agent.Identity.Key, nil)
	if !ok {
		reg, ok = registry.Get(name, r.host.Shared().Key(), nil)
	}
	if ok {
		return reg.Definition(), nil
	}
	var known []string
	for _, reg := range registry.Definitions(r.agent.Identity.Key, nil) {
		known = append(known, reg.Definition().Name)
	}
	slices.Sort(known)
	meant := ""
	if near := presets.Near(name, known); len(near) > 0 {
		meant = ", did you mean " + strings.Join(near, " or ") + "?"
	}
	return tools.Definition{}, fmt.Errorf("no tool is named %q%s; there are: %s", name, meant, strings.Join(known, ", "))
}

// rowOf is the row of a plugin that is mounted.
func rowOf(p presets.Preset, plugin string) (presets.Row, bool) {
	for _, row := range slices.Concat(p.Shared, p.Agent) {
		if row.Plugin == plugin && !row.Disabled {
			return row, true
		}
	}
	return presets.Row{}, false
}

// rulesAreMissing says why no rules are in force where no row of them is mounted.
func rulesAreMissing(p presets.Preset) string {
	for _, row := range slices.Concat(p.Shared, p.Agent) {
		if row.Plugin != permission.PluginName {
			continue
		}
		place := row.Place.Of("")
		if place != "" {
			place = " at " + place
		}
		return fmt.Sprintf("no permission rules are in force: row %s is disabled%s", permission.PluginName, place)
	}
	return fmt.Sprintf("no permission rules are in force: the preset has no row %s", permission.PluginName)
}

// violations says in one line what the tool refuses about the arguments, "" for
// nothing.
func violations(tool tools.Definition, arguments jsonvalue.Value) string {
	if tool.Arguments == nil {
		return ""
	}
	var list []string
	for _, v := range tool.Arguments.CheckArguments(arguments) {
		list = append(list, v.Message)
	}
	return strings.Join(list, "; ")
}

// approvalPolicy is the policy of the preset's new sessions, "" for none.
func (r *running) approvalPolicy(p presets.Preset) approval.Policy {
	row, ok := rowOf(p, approval.PluginName)
	if !ok {
		return ""
	}
	var c approval.Config
	if len(row.Config) > 0 && json.Unmarshal(row.Config, &c) != nil {
		return approval.PolicyNever // the host has refused such a row
	}
	return approval.PolicyOf(r.agent.Agent, c.Resolve().Policy)
}

// rulesOf are the rules of a row, none of the zero row.
func rulesOf(row presets.Row) (*permission.Policy, error) {
	var c permission.Config
	if len(row.Config) > 0 {
		if err := json.Unmarshal(row.Config, &c); err != nil {
			return nil, fmt.Errorf("%s%w", row.Place.Prefix(""), err)
		}
	}
	return permission.New(c, nil)
}
