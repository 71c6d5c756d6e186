package fs_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/dsh-go/dsh/packages/core/scope"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs"
	"github.com/dsh-go/dsh/packages/tools/fs/edit"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/observe"
	"github.com/dsh-go/dsh/packages/tools/fs/read"
)

// A registry with two tools and the policy: the edit is refused until the file was read.
func Example() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, "hello.txt"), []byte("hello\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	registry, agent, err := assemble(dir)
	if err != nil {
		log.Fatal(err)
	}
	const change = `{"file_path":"hello.txt","old_string":"hello","new_string":"goodbye"}`
	batch := &tools.Batch{Agent: agent, Calls: []tools.RawCall{
		{CallID: "1", Name: "edit", Arguments: change},
		{CallID: "2", Name: "read", Arguments: `{"file_path":"hello.txt"}`},
		{CallID: "3", Name: "edit", Arguments: change},
	}}
	done, err := registry.Execute(context.Background(), batch)
	if err != nil {
		log.Fatal(err)
	}
	for _, o := range done.Outcomes {
		fmt.Println(strings.ReplaceAll(o.Result.Content().Text(), dir, "DIR"))
	}
	// Output:
	// Error: edit requires reading "DIR/hello.txt" first — read the file, then retry
	// <path>DIR/hello.txt</path>
	// <type>file</type>
	// <content>
	// 1: hello
	//
	// (End of file - total 1 lines)
	// </content>
	// The file DIR/hello.txt has been updated successfully.
}

// assemble does by hand what a preset does with rows.
func assemble(dir string) (*tools.Registry, *tools.Agent, error) {
	registry, err := tools.New(tools.Options{})
	if err != nil {
		return nil, nil, err
	}
	files, err := fs.NewService(registry, nil)
	if err != nil {
		return nil, nil, err
	}
	root := scope.NewRoot("example")
	agent, err := root.Keyed("agent", nil)
	if err != nil {
		return nil, nil, err
	}
	reading, err := read.New(files, read.Config{})
	if err != nil {
		return nil, nil, err
	}
	editing, err := edit.New(files, root.Key(), edit.Config{})
	if err != nil {
		return nil, nil, err
	}
	for _, d := range []tools.Definition{reading, editing} {
		if _, err := registry.Register(root, d); err != nil {
			return nil, nil, err
		}
	}
	if err := observe.Install(root, files); err != nil {
		return nil, nil, err
	}
	_, err = registry.Mount(root, fstest.NewExecutor(registry))
	return registry, &tools.Agent{ID: "1", Key: agent.Key(), Dir: dir}, err
}
