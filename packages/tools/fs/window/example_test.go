package window_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

func ExampleReader_Read() {
	var r window.Reader
	text := strings.NewReader("one\ntwo\nthree\n")
	w, err := r.Read(context.Background(), text, window.Query{
		Offset: 2, Limit: 1, LineChars: 2000, Bytes: 50_000,
	})
	fmt.Println(w.Lines, w.TotalLines, err)
	fmt.Println(w.Render("/notes.txt", 1))
	// Output:
	// [{2 two}] 3 <nil>
	// <path>/notes.txt</path>
	// <type>file</type>
	// <content>
	// 2: two
	//
	// (Showing lines 2-2 of 3. Use offset=3 to continue.)
	// </content>
}
