package surface_test

import (
	"strings"
	"testing"

	"github.com/dsh-go/dsh/tools/gen/internal/surface"
)

const recorded = `# head

package packages/a
func Do(int) error
type T struct

package packages/a/b
func Do(int) error
`

func TestCompare(t *testing.T) {
	if c, changed := surface.Compare("packages/a", recorded, recorded); changed {
		t.Errorf("nothing changed, got %+v", c)
	}
	present := strings.Replace(recorded, "package packages/a/b\nfunc Do(int) error", "package packages/a/b\nfunc Do(string) error\nfunc More()", 1)
	c, changed := surface.Compare("packages/a", recorded, present)
	if !changed {
		t.Fatal("the change was not seen")
	}
	text := surface.Error([]surface.Change{c}).Error()
	for _, want := range []string{
		"1 module(s) changed, in a way that breaks users in 1", "`go run ./tools/gen api`",
		"- packages/a/b: func Do(int) error", "+ packages/a/b: func Do(string) error", "+ packages/a/b: func More()",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Contains(text, "packages/a:") {
		t.Errorf("a package that did not change is in\n%s", text)
	}
}
