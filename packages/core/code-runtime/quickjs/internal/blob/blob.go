// Package blob holds the guests: byte-identical to the files of the pinned npm
// packages, see THIRD_PARTY_NOTICES.md.
package blob

import (
	_ "embed"

	"github.com/dsh-go/dsh/packages/core/code-runtime/quickjs/internal/guest"
)

//go:generate go run -C ../.. ./internal/fetch

//go:embed quickjs.wasm
var engineWasm string

//go:embed eraser.wasm
var eraserWasm string

// Engine is the JavaScript engine.
func Engine() guest.Blob {
	return guest.Blob{Name: "quickjs.wasm", Wasm: engineWasm,
		Hash:    "c0bd8f296e18cf074969f6401b9ecb72609a1323818ec2b9bf7a8f8d740d1363",
		Counted: "ffc4bc4dd7e6a052a36ba5ed45e97ed1142c4b581a3a3e8de80a2221945cbb9d"}
}

// Eraser is the type eraser.
func Eraser() guest.Blob {
	return guest.Blob{Name: "eraser.wasm", Wasm: eraserWasm,
		Hash:    "8d58b4dd3dc9f9081e7e5330879864e99427b2c8746bd3b1198f053062e8cc1b",
		Counted: "b4518e5c37fb8b3a1c2b73951ebc29a1c0bbd1b153f82190848a3fbe55cd8d42"}
}
