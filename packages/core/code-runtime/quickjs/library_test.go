package quickjs_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs"
)

// TestLibraryLikeNode compares the library with recorded answers of Node.
func TestLibraryLikeNode(t *testing.T) {
	t.Parallel()
	rt := open(t, quickjs.Config{})
	for _, name := range []string{"node-library.json", "node-locale.json", "node-bytes.json"} {
		t.Run(name, func(t *testing.T) { likeNode(t, rt, name) })
	}
}

func likeNode(t *testing.T, rt *quickjs.Runtime, name string) {
	t.Helper()
	var file struct{ Console, Text [][2]string }
	loadVectors(t, name, &file)
	for i, c := range file.Console {
		t.Run(fmt.Sprintf("console-%03d", i), func(t *testing.T) {
			r := run(t, rt, coderuntime.Request{Program: "console.log(" + c[0] + ");"})
			if diff := cmp.Diff([]string{c[1]}, r.Logs); diff != "" {
				t.Errorf("console.log(%s) (-want +have):\n%s%+v", c[0], diff, r.Failure)
			}
		})
	}
	for i, c := range file.Text {
		t.Run(fmt.Sprintf("text-%03d", i), func(t *testing.T) {
			r := run(t, rt, coderuntime.Request{Program: "return String(" + c[0] + ");"})
			var have string
			if err := json.Unmarshal([]byte(r.Value), &have); err != nil || have != c[1] {
				t.Errorf("%s\nwant %s\nhave %s %+v", c[0], c[1], r.Value, r.Failure)
			}
		})
	}
}
