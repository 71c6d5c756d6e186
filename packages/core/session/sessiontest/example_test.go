package sessiontest_test

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/session/sessiontest"
)

func ExampleEvents() {
	for _, e := range sessiontest.Events() {
		fmt.Println(e.Seq, e.Type)
	}
	// Output:
	// 0 todo/write
	// 1 todo/write
	// 2 plugin/event
	// 3 user/message
	// 4 user/message
}
