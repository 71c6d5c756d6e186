package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

// Calls that need approval are allowed, refused, or put to whoever is asked.
func TestAgentApprovals(t *testing.T) {
	play := script(t, `{"respond": {"toolCalls": [{"name": "bash", "arguments": {"command": "echo widened",
		"description": "Say a word", "sandbox_permissions": "danger-full-access", "justification": "To see."}}]}},
		{"respond": {"text": "Done."}}`)
	for _, tt := range []struct {
		name, flag, stdin string
		ran, asked        bool
	}{
		{"yes", "--yes", "", true, false},
		{"never", "--never", "", false, false},
		{"asked, allows", "--ask", "y\n", true, true},
		{"asked, rejects", "--ask", "n\n", false, true},
		{"asked, nobody there", "--ask", "", false, true},
		{"default in a pipe", "", "y\n", false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args := []string{"agent", "--script", play, "-C", workspace(t), "go"}
			if tt.flag != "" {
				args = append(args, tt.flag)
			}
			got := run(t, t.Context(), tt.stdin, args...)
			ran := strings.Contains(got.err, "    widened\n")
			asked := strings.Contains(got.err, "Allow this one call? [y/N]")
			if got.code != 0 || ran != tt.ran || asked != tt.asked {
				t.Errorf("exit %d, ran %v, asked %v:\n%s", got.code, ran, asked, got.err)
			}
			// What is typed into a pipe stands behind the question, as on a terminal.
			if asked && !strings.Contains(got.err, "[y/N] "+strings.TrimSuffix(tt.stdin, "\n")+"\n") {
				t.Errorf("the answer is not shown:\n%s", got.err)
			}
		})
	}
}

// asksToRead is a configuration under which every read needs approval.
const asksToRead = "rows: [{plugin: policy-permission, config: {rules: [{action: ask, tool: read}]}}]\n"

func config(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// A flag's policy is written into the session and goes on with it; without a flag
// the session's own holds, and where nobody is there nobody is asked.
func TestAgentApprovalPolicyOfTheSession(t *testing.T) {
	read := `{"respond": {"toolCalls": [{"name": "read", "arguments": {"file_path": "a.txt"}}]}},`
	play := script(t, read+`{"respond": {"text": "1."}},`+read+`{"respond": {"text": "2."}},`+
		read+`{"respond": {"text": "3."}},`+read+`{"respond": {"text": "4."}}`)
	file := filepath.Join(t.TempDir(), "s.jsonl")
	args := []string{
		"agent", "--script", play, "-C", workspace(t), "--config", config(t, asksToRead), "--session", file, "go",
	}
	for i, tt := range []struct{ flags, said, policies string }{
		{"", "no approval channel", "ask"},
		{"--resume --never", "the user rejected", "ask never"},
		{"--resume --yes", "2 of 2 lines", "ask never ask"},
		{"--resume --yes", "2 of 2 lines", "ask never ask"},
	} {
		got := run(t, t.Context(), "", append(args, strings.Fields(tt.flags)...)...)
		if got.code != 0 || !strings.Contains(got.err, tt.said) {
			t.Errorf("run %d: exit %d: %s%s; want %q", i, got.code, got.out, got.err, tt.said)
		}
		if policies := values(t, file, session.TypeApprovalPolicy, "policy"); policies != tt.policies {
			t.Errorf("run %d: policies %q, want %q", i, policies, tt.policies)
		}
	}
}

// values are a member of the events of one type in a session file.
func values(t testing.TB, file string, of session.Type, member string) string {
	t.Helper()
	history, err := jsonl.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range history.Events {
		if v, ok := e.Data.Get(member); ok && e.Type == of {
			list = append(list, v.Text())
		}
	}
	return strings.ReplaceAll(strings.Join(list, " "), `"`, "")
}

// A preset without approvals works as it is, and gets them where a flag is about
// them.
func TestAgentWithoutAnApprovalPolicy(t *testing.T) {
	rule := config(t, "preset: minimal\n"+asksToRead)
	for _, tt := range []struct{ name, flags, said string }{
		{"nothing asks", "--preset minimal", "2 of 2 lines"},
		{"nobody answers", "--config " + rule, `tool "read" needs approval`},
		{"yes", "--yes --config " + rule, "2 of 2 lines"},
		{"never", "--never --config " + rule, "the user rejected"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			play := script(t, `{"respond": {"toolCalls": [{"name": "read", "arguments": {"file_path": "a.txt"}}]}},
				{"respond": {"text": "Done."}}`)
			got := run(t, t.Context(), "", append([]string{
				"agent", "--script", play, "-C", workspace(t), "go"}, strings.Fields(tt.flags)...)...)
			if got.code != 0 || !strings.Contains(got.err, tt.said) {
				t.Errorf("exit %d: %s%s; want %q", got.code, got.out, got.err, tt.said)
			}
		})
	}
}

// The model's own questions reach the person, beside questions about calls, and
// nobody where there is none.
func TestAgentAsksThePerson(t *testing.T) {
	const question = `{"respond": {"toolCalls": [{"name": "ask_user_question", "arguments": {"questions": [
		{"id": "db", "question": "Which database?", "options": [{"label": "SQLite"}, {"label": "PostgreSQL"}]}]}},
		{"name": "read", "arguments": {"file_path": "a.txt"}}]}}, `
	for _, tt := range []struct{ name, flag, stdin, results string }{
		{"answered", "--ask", "2\ny\n", `{"contains": ["PostgreSQL"]}, {"contains": ["alpha"]}`},
		{"both allowed", "--yes", "", `{"isError": true, "contains": ["nobody can be asked here"]}, {"contains": ["alpha"]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			play := script(t, question+`{"expect": {"results": [`+tt.results+`]}, "respond": {"text": "Thanks."}}`)
			got := run(t, t.Context(), tt.stdin, "agent", "--script", play, "-C", workspace(t),
				"--config", config(t, asksToRead), tt.flag, "go")
			if got.code != 0 || got.out != "Thanks.\n" {
				t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
			}
		})
	}
}

// What the policies of the preset do reaches the agents: a rule refuses, and the
// refusal is on record.
func TestAgentUnderRules(t *testing.T) {
	rule := config(t, "rows: [{plugin: policy-permission, config: {rules: "+
		"[{action: deny, tool: read, where: [{argument: file_path, matches: ['*.txt']}], reason: No texts.}]}}]\n")
	play := script(t, `{"respond": {"toolCalls": [{"name": "read", "arguments": {"file_path": "a.txt"}}]}},
		{"expect": {"results": [{"isError": true, "contains": ["No texts."]}]}, "respond": {"text": "Refused."}}`)
	got := run(t, t.Context(), "", "agent", "--script", play, "-C", workspace(t), "--config", rule, "--yes", "go")
	if got.code != 0 || got.out != "Refused.\n" {
		t.Errorf("exit %d: %s%s", got.code, got.out, got.err)
	}
}
