package conformance_test

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/dsh-go/dsh/conformance"
)

// typesOnly is a driver for a layer that only writes types. Whatever it does
// not override is skipped and counted.
type typesOnly struct{ conformance.Unsupported }

func (typesOnly) Name() string { return "types only" }

func (typesOnly) TypeText(schema any, _ int) (string, error) {
	node, _ := schema.(*conformance.Object)
	if kind, ok := node.Get("type"); ok &&
		regexp.MustCompile(`^(string|boolean|null)$`).MatchString(fmt.Sprint(kind)) {
		return kind.(string), nil
	}
	return "unknown", nil
}

// Another tool layer is run by writing a driver for it, and a test that hands it
// to Run with a directory of vector files.
func ExampleDriver() {
	var d conformance.Driver = typesOnly{}
	text, err := d.TypeText(
		&conformance.Object{Members: []conformance.Member{{Name: "type", Value: "string"}}},
		0,
	)
	fmt.Println(d.Name()+":", text, err)
	_, err = d.Call(conformance.Scenario{})
	fmt.Println(strings.TrimSpace(err.Error()))
	// Output:
	// types only: string <nil>
	// the driver has no Call: unsupported operation
}
