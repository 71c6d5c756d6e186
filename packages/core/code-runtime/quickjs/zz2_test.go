package quickjs_test
import ("testing";"os";"fmt"
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs")
func TestZZ2(t *testing.T) {
	b, _ := os.ReadFile("/tmp/qj/prog.ts")
	rt := open(t, quickjs.Config{})
	r := run(t, rt, coderuntime.Request{Program: string(b)})
	for _, l := range r.Logs { fmt.Println(l) }
	fmt.Println("=>", r.Value, r.Failure)
}
