package ptc_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/scope"
	ptc "github.com/dsh-go/dsh/packages/core/tool-executor-ptc"
	"github.com/dsh-go/dsh/packages/core/tools"
)

func Example() {
	registry, _ := tools.New(tools.Options{})
	root := scope.NewRoot("app")
	registry.Register(root, greet) // any tool: see the package tools
	var runtimes ptc.Runtimes
	runtimes.Provide(root, runtime) // for example quickjs.New(quickjs.Config{})
	ptc.Mount(root, ptc.Services{Registry: registry, Runtimes: &runtimes}, ptc.Config{})
	call := tools.RawCall{Name: "run_code", Arguments: `{
		"description": "Greets Ada", "code": "return await tools.greet({ name: 'Ada' })"}`}
	done, _ := registry.Execute(context.Background(), &tools.Batch{Calls: []tools.RawCall{call}})
	fmt.Println(done.Outcomes[0].Result.Content().Text())
	root.Close(context.Background())
	// Output: Hello, Ada.
}

type greetIn struct {
	Name string `json:"name"`
}

// greet is the tool of the example, and runtime stands in for an engine, which
// is in a module of its own: it does what the text of the program says.
var (
	greet, _ = tools.Define(tools.Tool[greetIn, string]{
		Name: "greet",
		Execute: func(_ context.Context, _ *tools.Exec, in greetIn) (string, error) {
			return "Hello, " + in.Name + ".", nil
		},
	})
	runtime = &fakeRuntime{program: func(_ context.Context, p *calls) string {
		return p.await("greet", `{"name":"Ada"}`).Text
	}}
)

// The Go example of the README is the text of Example, which runs as a test.
func TestExampleOfReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	must(t, err)
	source, err := os.ReadFile("example_test.go")
	must(t, err)
	_, block, _ := strings.Cut(string(readme), "```go\n")
	block, _, _ = strings.Cut(block, "```\n")
	_, example, _ := strings.Cut(string(source), "func Example() {\n")
	example, _, _ = strings.Cut(example, "\t// Output:")
	if want := strings.ReplaceAll("\n"+example, "\n\t", "\n")[1:]; block != want {
		t.Errorf("the README has\n%s\nexample_test.go has\n%s", block, want)
	}
}
