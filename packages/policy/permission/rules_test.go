package permission_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/policy/permission"
)

func TestFirstMatchWins(t *testing.T) {
	p := rules(t, `{"default": "ask", "rules": [
		{"action": "deny", "tool": "web_*", "reason": "no network"},
		{"action": "allow", "readOnly": true},
		{"action": "deny", "tool": "write", "where": [{"argument": "/opts/mode", "matches": ["force*"]}]},
		{"action": "allow", "tool": "write"}]}`)
	for _, tt := range []struct {
		tool, args string
		readOnly   bool
		want       permission.Action
		rule       int
	}{
		{"web_fetch", `{}`, true, permission.Deny, 0},
		{"read", `{}`, true, permission.Allow, 1},
		{"write", `{"opts": {"mode": "forced"}}`, false, permission.Deny, 2},
		{"write", `{"opts": {"mode": 3}}`, false, permission.Allow, 3},
		{"write", `{}`, false, permission.Allow, 3},
		{"bash", `{}`, false, permission.Ask, -1},
		{tools.ReservedName, `{}`, false, permission.Allow, -1}, // its nested calls are decided one by one
		{"constructor", `{}`, false, permission.Ask, -1},
	} {
		e := p.Explain(permission.Subject{
			Tool: tt.tool, Arguments: args(t, tt.args), Traits: tools.Traits{ReadOnly: tt.readOnly},
		})
		if e.Action != tt.want || e.Rule != tt.rule {
			t.Errorf("%s %s: %s", tt.tool, tt.args, e)
		}
	}
}

func TestLists(t *testing.T) {
	const where = `"where": [{"argument": "urls", "matches": ["https://good/*"]}]}]}`
	for _, tt := range []struct {
		action, urls string
		want         bool
	}{
		{"allow", `["https://good/a", "https://good/b"]`, true},
		{"allow", `["https://good/a", "https://bad/b"]`, false},
		{"allow", `[]`, false},
		{"deny", `["https://bad/a", "https://good/b"]`, true},
		{"deny", `["https://bad/a"]`, false},
	} {
		p := rules(t, `{"default": "ask", "rules": [{"action": "`+tt.action+`", `+where)
		e := p.Explain(permission.Subject{Tool: "fetch", Arguments: args(t, `{"urls": `+tt.urls+`}`)})
		if (e.Rule == 0) != tt.want {
			t.Errorf("%s of %s: %s", tt.action, tt.urls, e)
		}
	}
}

// What lets a command through must cover all of it.
func TestAllowedCommands(t *testing.T) {
	p := rules(t, `{"default": "ask", "rules": [
		{"action": "allow", "where": [{"argument": "command", "command": ["git status*", "ls *", "ls", "sort"]}]}]}`)
	for command, want := range map[string]bool{
		"git status --short":               true,
		"ls | sort":                        true,
		"ls && git status; ls -l":          true,
		"l's' -l 2>&1":                     true,
		"ls < in.txt":                      true,
		"for f in a b; do ls $f; done":     true,
		"git status && rm -rf /":           false,
		"ls > out.txt":                     false,
		"ls >> out.txt":                    false,
		"ls &> out.txt":                    false,
		"ls $(rm x)":                       false,
		"ls `rm x`":                        false,
		"ls <(rm x)":                       false,
		"PATH=./bin ls":                    false,
		"X=1":                              false,
		"export PATH=./bin; ls":            false,
		"ls() { rm x; }; ls":               false,
		"$LS -l":                           false,
		"git push":                         false,
		"ls 'unclosed":                     false,
		"ls\nrm x":                         false,
		"":                                 false,
		"ls " + strings.Repeat("x", 10000): false,
	} {
		if got := p.Explain(bash(t, command)).Action == permission.Allow; got != want {
			t.Errorf("%.60q allowed: %v", command, got)
		}
	}
}

// What refuses a command must find it wherever it stands.
func TestDeniedCommands(t *testing.T) {
	p := rules(t, `{"rules": [
		{"action": "deny", "where": [{"argument": "command", "command": ["rm *", "curl *"]}]}]}`)
	for command, want := range map[string]bool{
		"rm x": true, "/bin/rm x": true, `r\m x`: true, `"rm" x`: true, "ls; rm x": true,
		"ls && (rm x)": true, "echo $(rm x)": true, "sudo -n rm x": true, "env A=b rm x": true,
		"find . -exec rm {} +": true, "xargs rm -f": true, "bash -c 'rm x'": true, "sh -ec 'ls; rm x'": true,
		"eval rm x": true, `eval "$X"`: true, "$CMD x": true, "sh -c \"$X\"": true, "if rm x; then ls; fi": true,
		"timeout 5 /usr/bin/curl http://x": true, "broken '": true,
		"echo rm x": false, "ls": false, "cat rm": false, "git rm x": false, "bash script.sh": false,
	} {
		if got := p.Explain(bash(t, command)).Action == permission.Deny; got != want {
			t.Errorf("%q denied: %v", command, got)
		}
	}
}

func TestPaths(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "secret", "deep"), 0o700))
	must(t, os.Mkdir(filepath.Join(dir, "open"), 0o700))
	must(t, os.Symlink(filepath.Join(dir, "secret"), filepath.Join(dir, "open", "link")))
	denies := rules(t, `{"rules": [{"action": "deny", "where": [{"argument": "path", "within": ["secret/"]}]}]}`)
	allows := rules(t, `{"default": "ask", "rules": [{"action": "allow", "where": [{"argument": "path", "within": ["open"]}]}]}`)
	for _, tt := range []struct {
		path            string
		denied, allowed bool
	}{
		{"secret", true, false}, {"secret/", true, false}, {"./secret//deep/../new", true, false},
		{dir + "/secret/x", true, false}, {"open/../secret/x", true, false},
		{"open/link/x", true, false}, {"open/x", false, true}, {"open", false, true},
		{"secretive", false, false}, {"..", false, false},
	} {
		s := permission.Subject{Tool: "write", Dir: dir, Arguments: args(t, fmt.Sprintf(`{"path": %q}`, tt.path))}
		if got := denies.Explain(s).Action == permission.Deny; got != tt.denied {
			t.Errorf("%s denied: %v", tt.path, got)
		}
		if got := allows.Explain(s).Action == permission.Allow; got != tt.allowed {
			t.Errorf("%s allowed: %v", tt.path, got)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, tt := range []struct {
		pattern, text string
		want          bool
	}{
		{"*", "", true}, {"a*", "a", true}, {"*b*", "abc", true}, {"a?c", "aéc", true}, {"a?c", "ac", false},
		{"a*c*e", "abcde", true}, {"a*c", "abcd", false}, {"", "a", false}, {"A", "a", false}, {"a/*", "a/b/c", true},
		{strings.Repeat("*a", 30) + "b", strings.Repeat("a", 5000), false},
	} {
		p := rules(t, fmt.Sprintf(`{"default": "ask", "rules": [{"action": "allow", "where": [{"argument": "x", "matches": [%q]}]}]}`, tt.pattern))
		s := permission.Subject{Tool: "t", Arguments: args(t, fmt.Sprintf(`{"x": %q}`, tt.text))}
		if got := p.Explain(s).Action == permission.Allow; got != tt.want {
			t.Errorf("%.20q over %.20q: %v", tt.pattern, tt.text, got)
		}
	}
}

func TestBadRules(t *testing.T) {
	for name, c := range map[string]permission.Config{
		"rules[0]: action":      {Rules: []permission.Rule{{Action: "permit"}}},
		"rules[0]: action \"\"": {Rules: []permission.Rule{{}}},
		"rules[1].where[0]": {Rules: []permission.Rule{{Action: "deny"},
			{Action: "deny", Where: []permission.Where{{Argument: "x"}}}}},
		"default \"no\"": {Default: "no"},
	} {
		if _, err := permission.New(c, nil); permission.CodeOf(err) != permission.CodeConfig || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzCommand(f *testing.F) {
	f.Add("ls && rm x")
	f.Add("bash -c 'eval \"rm x\"'")
	f.Add("$(")
	p := rules(f, `{"rules": [{"action": "deny", "where": [{"argument": "command", "command": ["rm *"]}]}]}`)
	f.Fuzz(func(t *testing.T, command string) {
		p.Explain(permission.Subject{Tool: "bash", Arguments: args(t, fmt.Sprintf(`{"command": %q}`, "x"))})
		p.Explain(bash(t, strings.ToValidUTF8(command, "")))
	})
}
