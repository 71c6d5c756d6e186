package retain_test

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/policy/spill/retain"
)

func ExampleText() {
	t := retain.Text{Head: 5, Tail: 4}
	fmt.Fprint(&t, "first lines, many more, ")
	fmt.Fprint(&t, "the end")
	kept := t.Kept()
	fmt.Printf("%s … %s\n%s\n", kept.Head, kept.Tail, retain.Notice(kept.Omitted))
	// Output:
	// first …  end
	// Omitted 22 bytes.
}

func ExampleItems() {
	r := retain.Items[string]{Max: 1}
	r.Add("a")
	r.Add("b")
	fmt.Println(r.Kept(), r.Omitted())
	// Output: [a] 1
}
