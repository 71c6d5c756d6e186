package jsonvalue

import (
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// Whatever the quick look passes, the library passes too, and finds lossless and in
// normal form.
func FuzzQuick(f *testing.F) {
	for _, text := range []string{
		`{}`, `[]`, `{"a":1}`, `{"a":1,"a":2}`, `{"a":[1.5,-2,true,null,"x"]}`, `-0`, `01`, `1.`, `-`, `"a`, `{"a"1}`,
		`[1,]`, `{,}`, `{"a":}`, `1e5`, `"\n"`, `tru`, `truefalse`, `[[[[[[[[[[1]]]]]]]]]]`, `-0.5`, `{"a":1}x`, "\"é\"",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		clean, ok := checkQuick(text)
		if !ok {
			return
		}
		if !jsontext.Value(text).IsValid() {
			t.Fatalf("%q is passed, and is not JSON", text)
		}
		found := inspect(text)
		if found.lossy || !found.plain || found.integers != clean.integers {
			t.Fatalf("%q is passed with integers %v; the closer look finds %+v", text, clean.integers, found)
		}
	})
}

func TestQuickPassesOrdinaryCalls(t *testing.T) {
	for _, text := range []string{`{}`, `[]`, `0`, `-1`, `1.25`, `"x"`, `null`, `{"file_path":"a.txt","limit":10,"all":true}`, `[{"a":[1,2]},{"a":[]}]`} {
		if _, ok := checkQuick([]byte(text)); !ok {
			t.Errorf("%s is not passed", text)
		}
	}
	for _, text := range []string{``, `-0`, `01`, `00`, `1e2`, `{"a":1,"a":2}`, `[1,]`, ` 1`, `"\u0041"`, `"é"`, `-0.0`} {
		if _, ok := checkQuick([]byte(text)); ok {
			t.Errorf("%s is passed", text)
		}
	}
}
