package coderuntime_test

import (
	"fmt"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

func ExampleRequest_Validate() {
	request := coderuntime.Request{Namespaces: []coderuntime.Namespace{{Global: "await"}}}
	err := request.Validate()
	fmt.Println(coderuntime.CodeOf(err))
	fmt.Println(err)
	// Output:
	// CODE_GLOBAL_RESERVED
	// namespace global "await" is a reserved name
}

func ExampleLedger() {
	ledger := coderuntime.NewLedger(20)
	fmt.Println(ledger.Log("short"), ledger.Room())
	result := ledger.Value(`"a value that is too long"`)
	fmt.Println(result.Failure.Kind, result.Value == "")
	// Output:
	// true 11
	// output-limit true
}

func ExampleCheckDoubles() {
	fmt.Println(coderuntime.CheckDoubles(`{"id": 9007199254740993}`))
	// Output:
	// the number 9007199254740993 has more digits than a JavaScript number can hold at $.id
}

func ExampleWellFormed() {
	text, changed := coderuntime.WellFormed(`"a\ud800b"`)
	fmt.Println(text, changed)
	// Output:
	// "a�b" true
}

func ExampleCall() {
	call := coderuntime.NewCall(coderuntime.CallParams{
		Global: "tools", Member: "read", Argument: `{"path":"a"}`,
		Deliver: func(o coderuntime.Outcome) { fmt.Println(o.OK, o.Text) },
	})
	fmt.Println(call.Member(), call.Argument())
	fmt.Println(call.Resolve(`"text"`), call.Reject("too late"))
	// Output:
	// read {"path":"a"}
	// true "text"
	// true false
}
