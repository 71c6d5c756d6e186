package permission_test

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/policy/permission"
)

func ExamplePolicy_Explain() {
	policy, _ := permission.New(permission.Config{
		Default: permission.Ask,
		Rules: []permission.Rule{
			{Action: permission.Deny, Tool: "bash", Reason: "removing is not permitted", Where: []permission.Where{
				{Argument: "command", Command: []string{"rm *"}},
			}},
			{Action: permission.Allow, Tool: "bash", Where: []permission.Where{
				{Argument: "command", Command: []string{"go test*", "git diff*"}},
			}},
		},
	}, nil)
	args, _ := jsonvalue.ParseString(`{"command": "go test ./... && sudo rm -rf /tmp/x"}`)
	fmt.Print(policy.Explain(permission.Subject{Tool: "bash", Arguments: args}))
	args, _ = jsonvalue.ParseString(`{"command": "go test ./..."}`)
	fmt.Print(policy.Explain(permission.Subject{Tool: "bash", Arguments: args}))
	// Output:
	// bash: deny (permission rule 1)
	// reason: removing is not permitted
	//   1. deny  bash, command runs ["rm *"]: matches
	// bash: allow (permission rule 2)
	//   1. deny  bash, command runs ["rm *"]: argument "command" does not match
	//   2. allow bash, command runs ["go test*" "git diff*"]: matches
}
