package repeat_test

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/policy/repeat"
)

func ExampleConfig_Resolve() {
	fmt.Println(repeat.Config{Exclude: []string{"job_*"}}.Resolve().Thresholds)
	// Output: [3 5 8]
}
