package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
)

const pushRules = `rows:
  - plugin: policy-permission
    config:
      rules:
        - {action: deny, tool: write, reason: Nothing is written here.}
        - action: ask
          tool: bash
          where: [{argument: command, command: ["git push*"]}]
        - {action: allow, tool: bash}
      default: ask
`

func TestPolicyExplain(t *testing.T) {
	rules := config(t, pushRules)
	never := config(t, pushRules+"  - plugin: permission-presets\n    config: {default: danger-full-access}\n")
	unapproved := config(t, pushRules+"  - {plugin: policy-approval, disabled: true}\n")
	disabled := config(t, "rows:\n  - {plugin: policy-permission, disabled: true}\n")
	slips := config(t, slippedRules)
	for _, tt := range []struct {
		name, config, stdin string
		args                []string
		code                int
		want                string
	}{
		{"a later rule", rules, "", []string{"bash", `{"command": "ls", "description": "List"}`}, 0, "bash: allow (permission rule 3)\n" +
			"  1. deny  write: another tool\n" +
			"  2. ask   bash, command runs [\"git push*\"]: argument \"command\" does not match\n" +
			"  3. allow bash: matches\nwritten at: " + rules + ":9\n" +
			"then: the call runs, unless another policy or the tool itself decides otherwise\n"},
		{"the first that matches", rules, `{"command": "cd x && git push"}`, []string{"bash", "-"}, 0,
			"written at: " + rules + ":6\n" + `then: the user is asked (approval policy "ask")`},
		{"a hidden tool", rules, "", []string{"write"}, 0, "write: deny (permission rule 1)\nreason: Nothing is written here.\n"},
		{"the default", rules, "", []string{"read"}, 0, "read: ask (the default of the permission rules)\n"},
		{"nobody is asked", never, "", []string{"read"}, 0, `then: the call is refused: nobody is asked (approval policy "never")`},
		{"no approvals", unapproved, "", []string{"read"}, 0, "then: the call is refused: the preset has no approval policy"},
		{"no row", config(t, "preset: minimal\n"), "", []string{"read"}, 0,
			"read: allow (no permission rules are in force: the preset has no row policy-permission)\nthen: "},
		{"a disabled row", disabled, "", []string{"bash", `{"command": "ls", "description": "List"}`}, 0,
			"bash: allow (no permission rules are in force: row policy-permission is disabled at " + disabled + ":2)\n" +
				"then: the call runs, unless"},
		{"a missing argument", rules, "", []string{"bash", `{"command": "ls"}`}, 0,
			"then: the call fails with INVALID_ARGS, and nothing runs: missing required property \"description\"\n"},
		{"a missing argument that is asked about", rules, "", []string{"read"}, 0,
			"refused where nobody can be; a call that is allowed fails with INVALID_ARGS, and nothing runs: missing required"},
		{"a missing argument that is denied", rules, "", []string{"write"}, 0, "then: the call is refused with PERMISSION_DENIED"},
		{"rules with slips", slips, "", []string{"read"}, 0,
			"\nwarning: rule 1 (" + slips + ":5): no tool is named \"Write\", did you mean \"write\"? The rule never matches\n" +
				"warning: rule 2 (" + slips + ":8): tool \"bash\" has no argument \"comand\", did you mean \"command\"? The rule never matches\n"},
		{"unknown tool", rules, "", []string{"baash"}, 2, `no tool is named "baash", did you mean bash?; there are: ask_user_question, `},
		{"arguments", rules, "", []string{"bash", "[]"}, 2, "the arguments must be a JSON object"},
		{"not JSON", rules, "", []string{"bash", "{"}, 2, "the arguments:1:2: not JSON"},
		{"malformed rule", config(t, strings.ReplaceAll(pushRules, "deny", "dney")), "", []string{"bash"}, 2, `action "dney" is unknown`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := append([]string{"policy", "explain", "-C", t.TempDir(), "--config", tt.config}, tt.args...)
			got := run(t, t.Context(), tt.stdin, args...)
			if got.code != tt.code || !strings.Contains(got.out+got.err, tt.want) {
				t.Errorf("exit %d: %s%s\nwant %s", got.code, got.out, got.err, tt.want)
			}
		})
	}
}

const slippedRules = `rows:
  - plugin: policy-permission
    config:
      rules:
        - {action: deny, tool: Write}
        - action: deny
          tool: bash
          where: [{argument: comand, command: ["rm *"]}]
`

// What never matches is told in both forms of explain, and by every command that
// runs the preset.
func TestPolicyWarnings(t *testing.T) {
	rules := config(t, slippedRules)
	got := run(t, t.Context(), "", "policy", "explain", "--json", "-C", t.TempDir(), "--config", rules, "read")
	var e struct {
		Warnings []struct {
			Number      int
			Place, Text string
		}
	}
	if err := json.Unmarshal([]byte(got.out), &e, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatalf("%v: %s%s", err, got.out, got.err)
	}
	if len(e.Warnings) != 2 || e.Warnings[1].Number != 2 || e.Warnings[1].Place != rules+":8" ||
		!strings.Contains(e.Warnings[1].Text, `has no argument "comand"`) {
		t.Errorf("got %+v", e)
	}
	got = run(t, t.Context(), `{"callId": "1", "name": "glob", "arguments": {"pattern": "*"}}`,
		"call", "--preset", "coding", "-C", t.TempDir(), "--config", rules)
	if n := strings.Count(got.err, "The rule never matches"); n != 2 {
		t.Errorf("%d warnings at a call: %s", n, got.err)
	}
}

func TestPolicyExplainWithoutRulesJSON(t *testing.T) {
	got := run(t, t.Context(), "", "policy", "explain", "--json", "-C", t.TempDir(),
		"--config", config(t, "rows:\n  - {plugin: policy-permission, disabled: true}\n"), "read")
	if !strings.Contains(got.out, `"missing": "no permission rules are in force: row policy-permission is disabled at `) {
		t.Errorf("%s%s", got.out, got.err)
	}
}

func TestPolicyExplainJSON(t *testing.T) {
	rules := config(t, pushRules)
	got := run(t, t.Context(), "", "policy", "explain", "--json", "-C", t.TempDir(), "--config", rules,
		"bash", `{"command": "git push"}`)
	var e struct {
		Action, Place, Then string
		Rule                int
		Tried               []struct {
			Number  int
			Matched bool
			Why     string
		}
	}
	if err := json.Unmarshal([]byte(got.out), &e, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatalf("%v: %s%s", err, got.out, got.err)
	}
	if want := fmt.Sprintf("ask %s:6 2 [{1 false another tool} {2 true matches}]", rules); want !=
		fmt.Sprint(e.Action, " ", e.Place, " ", e.Rule, " ", e.Tried) || !strings.HasPrefix(e.Then, "the user is asked") {
		t.Errorf("got %+v", e)
	}
}
