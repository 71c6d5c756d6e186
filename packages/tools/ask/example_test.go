package ask_test

import (
	"context"
	"fmt"
	"os"

	"github.com/dsh-go/dsh/packages/tools/ask"
)

func ExampleTerminal() {
	terminal := ask.NewTerminal(&lines{[]string{"2"}}, os.Stdout)
	answers, _ := terminal.Ask(context.Background(), []ask.Question{{
		ID: "db", Question: "Which database?", Options: []ask.Option{{Label: "SQLite"}, {Label: "PostgreSQL"}},
	}})
	fmt.Println(answers[0].Selected)
	// Output:
	// Which database?
	//   1. SQLite
	//   2. PostgreSQL
	// A number, or another answer> [PostgreSQL]
}
