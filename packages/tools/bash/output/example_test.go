package output_test

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/tools/bash/output"
)

func ExampleCollector() {
	c := output.NewCollector(output.Limits{Inline: 5}, nil)
	fmt.Fprint(c, "naïve café")
	c.Finish()
	fmt.Printf("%+v\n", c.Stream())
	// Output: {Text:café Truncated:true Spill: Bytes:12}
}
