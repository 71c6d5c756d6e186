package quickjs_test

import "testing"

// BenchmarkLibrary is what the library does with much data: a sort of names, and a
// mebibyte of text in and out of bytes.
func BenchmarkLibrary(b *testing.B) {
	const names = "Array.from({ length: 5000 }, (_, i) => `src/module${i*7%13}/file${i*31%4999}.ts`)"
	const mebibyte = "const text = 'x'.repeat(1 << 20); "
	for _, c := range []struct{ name, program string }{
		{"SortNames", "return " + names + ".sort((a, b) => a.localeCompare(b)).length"},
		{"SortNamesNumeric", "return " + names +
			".sort((a, b) => a.localeCompare(b, 'en', { numeric: true, sensitivity: 'base' })).length"},
		{"SortNamesAccented", "return " + names + ".map((n) => n + 'é').sort(new Intl.Collator().compare).length"},
		{"EncodeText", mebibyte + "return new TextEncoder().encode(text).length"},
		{"DecodeText", "return new TextDecoder().decode(new Uint8Array(1 << 20)).length"},
		{"BufferBase64", mebibyte + "return Buffer.from(text).toString('base64').length"},
		{"BufferLength", mebibyte + "return Buffer.byteLength(text)"},
		{"Btoa", mebibyte + "return atob(btoa(text)).length"},
	} {
		b.Run(c.name, func(b *testing.B) { benchProgram(b, c.program) })
	}
}
