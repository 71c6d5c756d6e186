package bash

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/core/tools/schema"

	"github.com/dsh-go/dsh/packages/tools/bash/sandbox"
	"github.com/dsh-go/dsh/packages/tools/bash/shell"
)

// ToolName is the name of the tool.
const ToolName = "bash"

// Args are the arguments of a call. Some are in the schema only where they can be used; since
// the arguments of a tool are open they may arrive all the same, and are then refused.
type Args struct {
	Command            string   `json:"command"`
	Description        string   `json:"description"`
	TimeoutMs          *float64 `json:"timeoutMs,omitzero"`
	Workdir            string   `json:"workdir,omitzero"`
	RunInBackground    bool     `json:"run_in_background,omitzero"`
	SandboxPermissions *string  `json:"sandbox_permissions,omitzero"`
	Justification      *string  `json:"justification,omitzero"`
}

// parameters is the schema of the arguments for one composition.
func parameters(background, confined bool) (jsonvalue.Value, error) {
	list := []schema.Property{
		schema.Prop("command", schema.String().Describe("The command, as bash reads it.")).Required(),
		schema.Prop("description", schema.String().Describe(
			"What the command does, in 5 to 10 words, active voice; shown to the user.")).Required(),
		schema.Prop("timeoutMs", schema.Number().Describe(
			"Time limit in milliseconds. A limit above the highest allowed one is lowered to it.")),
		schema.Prop("workdir", schema.String().Describe("Directory to run in, instead of cd in the "+
			"command. Relative paths start at the workspace, which is the default.")),
	}
	if background {
		list = append(list, schema.Prop("run_in_background", schema.Boolean().Describe(
			"Start the command as a background job and return its id at once.")))
	}
	if confined {
		list = append(list,
			schema.Prop("sandbox_permissions", schema.String().
				Enum(string(sandbox.WorkspaceWrite), string(sandbox.FullAccess)).
				Describe("Wider sandbox mode to ask the user for, for this call only. "+
					"Use it after a command was denied, never before.")),
			schema.Prop("justification", schema.String().Describe("One sentence for the user: why "+
				"this command needs the wider mode. Required with sandbox_permissions.")))
	}
	return schema.Parameters(schema.Props(list...))
}

// check does the part of the body's order that needs only the arguments: command, description,
// time limit, pairing (tools §3.1).
func (a Args) check(c *tools.Call) error {
	switch {
	case strings.TrimSpace(a.Command) == "":
		return errors.New("invalid command: expected a non-empty string")
	case strings.TrimSpace(a.Description) == "":
		return errors.New("invalid description: expected a non-empty string")
	case a.TimeoutMs != nil && !shell.Millis(*a.TimeoutMs).Valid():
		given, _ := c.Arguments().Get("timeoutMs")
		return fmt.Errorf("invalid timeoutMs: expected a positive number, got %s", given.Text())
	case a.SandboxPermissions != nil && a.Justification == nil:
		return errors.New("invalid escalation: sandbox_permissions requires a justification")
	case a.SandboxPermissions == nil && a.Justification != nil:
		return errors.New("invalid escalation: justification is only valid together with " +
			"sandbox_permissions")
	case a.Justification != nil && strings.TrimSpace(*a.Justification) == "":
		return errors.New("invalid justification: expected a non-empty sentence")
	}
	return nil
}

// timeout is the wanted limit, nil for the default.
func (a Args) timeout() *shell.Millis {
	if a.TimeoutMs == nil {
		return nil
	}
	m := shell.Millis(*a.TimeoutMs)
	return &m
}
