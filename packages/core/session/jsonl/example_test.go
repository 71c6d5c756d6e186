package jsonl_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/session"
	"github.com/dsh-go/dsh/packages/core/session/jsonl"
)

func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.jsonl")

	for range 2 { // the second time the log is there already
		store, err := jsonl.OpenOrCreate(path, session.Header{ID: "example"})
		if err != nil {
			fmt.Println(err)
			return
		}
		log, _, err := session.Open(ctx, store, session.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		log.AddUser(ctx, llm.UserMessage("hello"))
		log.Close(ctx)
	}
	history, err := jsonl.Read(path)
	fmt.Println(len(history.Messages()), err)
	// Output:
	// 2 <nil>
}

func ExampleRepair() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.jsonl")
	store, err := jsonl.Create(path, session.Header{ID: "example"}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	store.Close()

	report, err := jsonl.Repair(context.Background(), path, session.Options{})
	fmt.Println(report.Damage, report.Events, err)
	// Output:
	// <nil> 0 <nil>
}
