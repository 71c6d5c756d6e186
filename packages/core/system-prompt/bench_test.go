package systemprompt_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	systemprompt "github.com/dsh-go/dsh/packages/core/system-prompt"
)

// large is a prompt of 100 sections, each a paragraph, and 200 tools, that does not change.
func large(t testing.TB) *bench {
	t.Helper()
	b := newBench(t, systemprompt.Config{})
	paragraph := strings.Repeat("The tool reads files and says what is in them. ", 8)
	for i := range 100 {
		b.section(b.root, section{Name: fmt.Sprint("section-", i), Order: 100 + i, Text: paragraph})
	}
	b.variable(b.root, "cwd", "/work")
	b.section(b.agent, section{Name: "where", Order: 1, Text: "You work in {{cwd}}."})
	var tools []string
	for i := range 200 {
		tools = append(tools, fmt.Sprint("tool_", (i*37)%200))
	}
	b.tools(b.root, systemprompt.Toolbox{Tools: declare(tools...)})
	return b
}

func BenchmarkAssemble(b *testing.B) {
	p := large(b)
	in := systemprompt.Input{Key: p.agent.Key()}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Assemble(context.Background(), in); err != nil {
			b.Fatal(err)
		}
	}
}
