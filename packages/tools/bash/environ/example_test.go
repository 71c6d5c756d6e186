package environ_test

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/bash/environ"
)

func ExampleScrub() {
	host := []string{"PATH=/bin", "GITHUB_TOKEN=x", "TOKENIZERS_PARALLELISM=false"}
	fmt.Println(environ.Scrub(host, environ.Rules{}))
	fmt.Println(environ.Scrub(host, environ.Rules{Allow: []string{"TOKENIZERS_*"}}))
	// Output:
	// [PATH=/bin]
	// [PATH=/bin TOKENIZERS_PARALLELISM=false]
}

func ExampleBuild() {
	env := environ.Build([]string{"TERM=xterm"}, "/work",
		[]environ.Setting{{Name: "PAGER", Unset: true}})
	fmt.Println(env)
	// Output: [TERM=dumb NO_COLOR=1 GIT_PAGER=cat PWD=/work]
}
