package filesys_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/packages/tools/fs/filesys"
	"github.com/dsh-go/dsh/packages/tools/fs/textedit"
)

func ExampleLocal() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	files, err := filesys.NewLocal(filesys.Config{Dir: dir})
	if err != nil {
		log.Fatal(err)
	}
	target, err := files.Resolve(ctx, "notes/today.txt", "")
	if err != nil {
		log.Fatal(err)
	}
	made, err := files.Write(ctx, target, filesys.WriteRequest{Content: "one\r\ntwo\r\n"})
	fmt.Println(made.Operation, err)
	_, err = files.Write(ctx, target, filesys.WriteRequest{Content: "again"})
	fmt.Println(filesys.CodeOf(err))
	_, err = files.Edit(ctx, target, filesys.EditRequest{
		Change: textedit.Change{Old: "one\n", New: "1\n"}, Expect: made.Version,
	})
	text, _ := os.ReadFile(filepath.Join(dir, "notes", "today.txt"))
	fmt.Printf("%q %v\n", text, err)
	// Output:
	// create <nil>
	// FS_NOT_OBSERVED
	// "1\r\ntwo\r\n" <nil>
}

func ExampleContained() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	files, err := filesys.NewLocal(filesys.Config{Dir: dir})
	if err != nil {
		log.Fatal(err)
	}
	walled, err := filesys.NewContained(files, filesys.Containment{
		Root: dir, Mode: filesys.ModeWorkspaceWrite,
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range []string{"inside.txt", "../outside.txt"} {
		target, err := walled.Resolve(ctx, path, "")
		if err != nil {
			log.Fatal(err)
		}
		_, err = walled.Write(ctx, target, filesys.WriteRequest{Content: "x"})
		fmt.Printf("%s: %q\n", path, filesys.CodeOf(err))
	}
	// Output:
	// inside.txt: ""
	// ../outside.txt: "FS_SANDBOX_DENIED"
}
