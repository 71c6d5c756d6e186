//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// notApplicable are the scenarios about what this product does not offer, with
// the reason.
var notApplicable = map[string]string{
	"server completion-complete":                 "no prompts or resource templates, whose arguments could be completed",
	"server tools-call-audio":                    "results of the registry's tools are text and images",
	"server tools-call-embedded-resource":        "results of the registry's tools are text and images",
	"server tools-call-mixed-content":            "results of the registry's tools are text and images",
	"server tools-call-sampling":                 "tools do not use the client's model; the protocol has retired sampling",
	"server server-sse-polling":                  "streams are not resumable: a call ends with the connection that waits for it",
	"server resources-read-text":                 "the only resources are stored outputs of the client's own calls",
	"server resources-read-binary":               "the only resources are stored outputs of the client's own calls, which are text",
	"server resources-templates-read":            "the only resources are stored outputs of the client's own calls",
	"server resources-subscribe":                 "stored outputs do not change",
	"server resources-unsubscribe":               "stored outputs do not change",
	"server prompts-get-simple":                  "no prompts are offered",
	"server prompts-get-with-args":               "no prompts are offered",
	"server prompts-get-embedded-resource":       "no prompts are offered",
	"server prompts-get-with-image":              "no prompts are offered",
	"client auth/client-credentials-jwt":         "an extension: the SDK authenticates clients by secret, not by signed assertion",
	"client auth/cross-app-access-complete-flow": "an extension: there is no enterprise identity provider to exchange tokens with",
	"client auth/2025-03-26-oauth-metadata-backcompat": "the suite's metadata names another issuer than its address, " +
		"which RFC 8414 has clients refuse, and the SDK refuses it",
}

// row is one line of the published table.
type row struct{ scenario, side, outcome, reason string }

// TestConformance runs every scenario of the suite, several at once, and publishes
// the table in the suite's order.
func TestConformance(t *testing.T) {
	t.Parallel()
	url := started(t, exec.CommandContext(t.Context(), binary(t, "conformserver")), filepath.Join(t.TempDir(), "log"))
	var rows []*row
	t.Run("scenarios", func(t *testing.T) { // ends when all of them have
		add := func(side string, args ...string) {
			for _, scenario := range scenarios(t, "--"+side) {
				r := &row{scenario: scenario, side: side}
				rows = append(rows, r)
				t.Run(side+"/"+scenario, func(t *testing.T) {
					t.Parallel()
					r.run(t, args...)
				})
			}
		}
		add("server", "--url", url)
		add("client", "--command", binary(t, "conformclient"))
	})
	publish(t, page(t, rows))
}

func suite(t *testing.T) string {
	return module(t, "@modelcontextprotocol", "conformance", "dist", "index.js")
}

// scenarios lists one side's scenarios.
func scenarios(t *testing.T, side string) (names []string) {
	t.Helper()
	for _, line := range strings.Split(output(t, "", "node", suite(t), "list", side), "\n") {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "-" {
			names = append(names, fields[1])
		}
	}
	if len(names) == 0 {
		t.Fatal("the suite lists no scenarios")
	}
	return names
}

// run runs the scenario.
func (r *row) run(t *testing.T, args ...string) {
	t.Helper()
	if r.outcome, r.reason = "not applicable", notApplicable[r.side+" "+r.scenario]; r.reason != "" {
		return
	}
	dir := t.TempDir()
	args = append([]string{suite(t), r.side, "--scenario", r.scenario, "-o", dir}, args...)
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	checks, failures := read(t, dir)
	switch {
	case len(failures) > 0:
		r.outcome, r.reason = "fail", strings.Join(failures, "; ")
	case err != nil || checks == 0:
		r.outcome, r.reason = "fail", fmt.Sprintf("%d checks, %v: %s", checks, err, out)
	default:
		r.outcome = "pass"
		return
	}
	t.Error(r.reason)
}

// read returns how many checks passed and which failed.
func read(t *testing.T, dir string) (passed int, failures []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Base(path) != "checks.json" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var checks []struct{ ID, Status, ErrorMessage string }
		if err := json.Unmarshal(text, &checks); err != nil {
			return err
		}
		for _, c := range checks {
			switch c.Status {
			case "SUCCESS", "WARNING":
				passed++
			case "FAILURE":
				failures = append(failures, c.ID+": "+c.ErrorMessage)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return passed, failures
}

func page(t *testing.T, rows []*row) string {
	t.Helper()
	var versions struct{ Dependencies map[string]string }
	text, err := os.ReadFile("package.json")
	if err == nil {
		err = json.Unmarshal(text, &versions)
	}
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	count := map[string]int{}
	for _, r := range rows {
		count[r.outcome]++
	}
	fmt.Fprintf(&b, `# MCP conformance

The scenarios of `+"`@modelcontextprotocol/conformance`"+` %s, run against the server (`+"`packages/tools/mcp/serve`"+`) and
the client (`+"`packages/tools/mcp`"+`): %d pass, %d fail, %d do not apply.

This page is written by `+"`make mcp-e2e`"+`; do not edit it.

| scenario | side | result | reason |
| --- | --- | --- | --- |
`, versions.Dependencies["@modelcontextprotocol/conformance"], count["pass"], count["fail"], count["not applicable"])
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", r.scenario, r.side, r.outcome, strings.NewReplacer("|", "\\|", "\n", " ").Replace(r.reason))
	}
	return b.String()
}

// publish writes the page, or compares it.
func publish(t *testing.T, page string) {
	t.Helper()
	path := filepath.Join("..", "..", "..", "..", "docs", "mcp-conformance.md")
	if os.Getenv("MCP_E2E_UPDATE") == "1" {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if kept, err := os.ReadFile(path); err != nil || string(kept) != page {
		t.Errorf("docs/mcp-conformance.md is stale (%v): run 'make mcp-e2e'", err)
	}
}
