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
		Counted: "914099fb163c03e7a46ea964d6ffb64fc5097a137575842ffebc3248d3e82209"}
}

// Eraser is the type eraser.
func Eraser() guest.Blob {
	return guest.Blob{Name: "eraser.wasm", Wasm: eraserWasm,
		Hash:    "8d58b4dd3dc9f9081e7e5330879864e99427b2c8746bd3b1198f053062e8cc1b",
		Counted: "1471a8ef5fdc52fadcc0514718191f32d61258230fe5e74fd28c8fe5e614ebe3"}
}
