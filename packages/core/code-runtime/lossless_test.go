package coderuntime_test

import (
	"encoding/json"
	"strings"
	"testing"

	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

func TestCheckText(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000)
	cases := []struct{ name, text, code, message string }{
		{"scalars", `[null,true,false,1,-1.5e-7,"a\u0000\ud800"]`, "", ""},
		{"space", " { \"a\" : [ ] , \"b\" : { } } \n", "", ""},
		{"deep", deep, "", ""},
		{"big integers", "123456789012345678901234567890", "", ""},
		{"empty", "", "CODE_JSON_SYNTAX", "a value is missing at byte 0 ($)"},
		{"two values", "1 2", "CODE_JSON_SYNTAX", "text follows the value at byte 2 ($)"},
		{"trailing comma", "[1,]", "CODE_JSON_SYNTAX", "a value is missing at byte 3 ($[1])"},
		{"no colon", `{"a" 1}`, "CODE_JSON_SYNTAX", "a colon is missing at byte 5 ($.a)"},
		{"wrong bracket", `{"a":1]`, "CODE_JSON_SYNTAX",
			"a comma or a closing bracket is missing at byte 6 ($.a)"},
		{"bare control", "\"a\nb\"", "CODE_JSON_SYNTAX",
			"a string holds a bare control character at byte 2 ($)"},
		{"leading zero", "01", "CODE_JSON_SYNTAX", "text follows the value at byte 1 ($)"},
		{"bad escape", `"\x"`, "CODE_JSON_SYNTAX", "a string holds a broken escape at byte 1 ($)"},
		{"no UTF-8", "\"\xff\"", "CODE_JSON_SYNTAX", "a string is not UTF-8 at byte 1 ($)"},
		{"half a string", `"abc`, "CODE_JSON_SYNTAX", "a string does not end at byte 4 ($)"},
		{"negative zero", `{"a b":[1,-0.0]}`, "CODE_JSON_LOSSY",
			`negative zero is not JSON data at $["a b"][1]`},
		{"out of range", `[1e400]`, "CODE_JSON_LOSSY", "the number 1e400 is out of range at $[0]"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			err := coderuntime.CheckText(c.text)
			if code := string(coderuntime.CodeOf(err)); code != c.code {
				t.Fatalf("code %q, want %q (%v)", code, c.code, err)
			}
			if err != nil && err.Error() != c.message {
				t.Errorf("message %q, want %q", err, c.message)
			}
		})
	}
}

func TestCheckDoubles(t *testing.T) {
	t.Parallel()
	kept := []string{"0", "0.1", "-0.5", "1e21", "1E+2", "9007199254740992", "5e-324",
		"0.30000000000000004", "0.10000000000000001", "1.7976931348623157e308", "100000000000000000000",
		"0.1000000000000000055511151231257827"}
	lost := []string{"9007199254740993", "-9007199254740993", "0.12345678901234567890123",
		"12345678901234567890", "1e-400"}
	for _, number := range kept {
		if err := coderuntime.CheckDoubles(number); err != nil {
			t.Errorf("%s: %v", number, err)
		}
	}
	for _, number := range lost {
		err := coderuntime.CheckDoubles(`{"ids":[` + number + `]}`)
		if coderuntime.CodeOf(err) != coderuntime.CodeLossy {
			t.Errorf("%s: %v", number, err)
		} else if !strings.HasSuffix(err.Error(), "at $.ids[0]") {
			t.Errorf("%s: the path is missing in %q", number, err)
		}
	}
}

func TestWellFormed(t *testing.T) {
	t.Parallel()
	cases := []struct {
		text, want string
		changed    bool
	}{
		{`"abc"`, `"abc"`, false},
		{`"\ud83d\ude00"`, `"\ud83d\ude00"`, false},
		{`"\\ud800"`, `"\\ud800"`, false},
		{`"\ud800"`, `"�"`, true},
		{`"a\udc00b\ud83d\u0041"`, `"a�b�\u0041"`, true},
		{`["\ud800\ud800\udc00"]`, `["�\ud800\udc00"]`, true},
	}
	for _, c := range cases {
		if have, changed := coderuntime.WellFormed(c.text); have != c.want || changed != c.changed {
			t.Errorf("%s gives %s %v, want %s %v", c.text, have, changed, c.want, c.changed)
		}
	}
}

// FuzzCheckText compares with the decoder of the standard library wherever
// that one can tell: what we accept it accepts, and the other way round.
func FuzzCheckText(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-0,"\ud800"]}`, `[[[]]]`, `"\u0000"`, `1e400`, `{"a":}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		err := coderuntime.CheckText(text)
		if coderuntime.CodeOf(err) == coderuntime.CodeLossy {
			return
		}
		if valid := json.Valid([]byte(strings.ToValidUTF8(text, "\x01"))); valid != (err == nil) {
			t.Errorf("%q: valid %v, but %v", text, valid, err)
		}
		if well, _ := coderuntime.WellFormed(text); err == nil && coderuntime.CheckText(well) != nil {
			t.Errorf("%q is not valid after WellFormed", text)
		}
	})
}
