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

// TestLibraryIgnoresPatches: what a program does to the built-ins has no say in
// the library (T7).
func TestLibraryIgnoresPatches(t *testing.T) {
	t.Parallel()
	const program = `const evil = () => { throw new Error('asked') };
		const trap = { get: evil, set: evil, configurable: true };
		const typed = Object.getPrototypeOf(Uint8Array.prototype);
		for (const name of ['length', 'buffer', 'byteOffset', 'byteLength', 'constructor', 'set', 'subarray', 'fill']) {
			Object.defineProperty(typed, name, trap);
			if (name === 'constructor') Object.defineProperty(Uint8Array.prototype, name, trap);
		}
		for (const name of ['toBase64', 'setFromBase64', 'toHex', 'setFromHex']) {
			Object.defineProperty(Uint8Array.prototype, name, trap);
		}
		for (const name of ['exec', 'flags', 'test', Symbol.match, Symbol.replace, Symbol.split]) {
			Object.defineProperty(RegExp.prototype, name, trap);
		}
		for (const name of ['alphabet', 'omitPadding', 'lastChunkHandling', '0', 'numeric', 'sensitivity']) {
			Object.defineProperty(Object.prototype, name, trap);
		}
		Object.defineProperty(ArrayBuffer.prototype, 'slice', trap);
		Object.defineProperty(ArrayBuffer.prototype, 'constructor', trap);
		for (const name of ['btoa', 'atob', 'escape', 'unescape', 'encodeURIComponent', 'decodeURIComponent']) {
			Object.defineProperty(globalThis, name, trap);
		}
		for (const name of ['normalize', 'charCodeAt', 'slice', 'toLowerCase', 'toWellFormed']) {
			Object.defineProperty(String.prototype, name, trap);
		}
		const b = Buffer.from('a\u00e9\u65e5');
		return [b.toString(), b.toString('hex'), b.toString('base64'), b.toString('utf16le'), b.indexOf('\u65e5'),
			Buffer.from('YWI', 'base64').toString('latin1'), Buffer.from('6162', 'hex').toString('ascii'),
			new TextDecoder().decode(new TextEncoder().encode('x\u00e9')), Buffer.concat([b, b], 4).toString('hex'),
			'\u00e9B'.localeCompare('eb'), 'b'.localeCompare('a'), structuredClone(new Uint8Array([1, 2]))[1]].join(' ')`
	r := run(t, open(t, quickjs.Config{}), coderuntime.Request{Program: program})
	const want = `"aé日 61c3a9e697a5 YcOp5pel 썡\ue6a9ꖗ 3 ab ab xé 61c3a9e6 1 1 2"`
	var have, wanted string
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(r.Value), &have); err != nil || have != wanted {
		t.Errorf("want %q, have %q, %+v", wanted, have, r.Failure)
	}
}
