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
	for _, tt := range []struct {
		name, config, stdin string
		args                []string
		code                int
		want                string
	}{
		{"a later rule", rules, "", []string{"bash", `{"command": "ls"}`}, 0, "bash: allow (permission rule 3)\n" +
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
		{"no rules", config(t, "preset: minimal\n"), "", []string{"read"}, 0, "read: allow (the default of the permission rules)\nthen: "},
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
