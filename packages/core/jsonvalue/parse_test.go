package jsonvalue_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func TestParseAccepts(t *testing.T) {
	cases := []struct{ name, text, want string }{
		{"null", "null", "null"},
		{"true", "true", "true"},
		{"false", " false\n", "false"},
		{"zero", "0", "0"},
		{"number keeps its spelling", "1.50E+02", "1.50E+02"},
		{"more digits than a float64", "12345678901234567890.123456789", "12345678901234567890.123456789"},
		{"largest float64", "1.7976931348623157e308", "1.7976931348623157e308"},
		{"below the smallest float64", "1e-400", "1e-400"},
		{"zero with a large exponent", "0e999999999999999999999", "0e999999999999999999999"},
		{"long integer in range", "1" + strings.Repeat("0", 308), "1" + strings.Repeat("0", 308)},
		{"empty string", `""`, `""`},
		{"minimal escapes stay", `"\"\\\b\f\n\r\t\u0000\u001f"`, `"\"\\\b\f\n\r\t\u0000\u001f"`},
		{"needless escapes go", `"\/\u0041\u003c\u0026\u00e9"`, `"/A<&é"`},
		{"long control escapes become short", `"\u0008\u000c\u000A\u000d\u0009\u001F"`, `"\b\f\n\r\t\u001f"`},
		{"surrogate pair", `"\ud83d\ude00 \uD83D\uDE00"`, `"😀 😀"`},
		{"no HTML escaping", `"<a&b>"`, `"<a&b>"`},
		{"line separators stay", "\"\u2028\u2029\u007f\"", "\"\u2028\u2029\u007f\""},
		{"noncharacter", "\"\uffff\"", "\"\uffff\""},
		{"empty containers", " [ { } , [ ] ] ", "[{},[]]"},
		{"whitespace of all kinds", "\t{ \"a\" :\r\n [ 1 , 2 ] }\n", `{"a":[1,2]}`},
		{"whitespace inside strings stays", `[" a "]`, `[" a "]`},
		{"member order", `{"b":1,"a":2,"":3}`, `{"b":1,"a":2,"":3}`},
		{"names that mean something elsewhere", `{"__proto__":1,"constructor":2}`, `{"__proto__":1,"constructor":2}`},
		{"last of equal names wins at the first place", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`},
		{"equal names spelled differently", `{"a":1,"\u0061":2}`, `{"a":2}`},
		{"equal names below", `[{"x":{"y":1,"y":[2]},"x":{"z":0,"z":1}}]`, `[{"x":{"z":1}}]`},
		{"what loses is not looked at", `{"a":-0,"b":"\ud800","a":1,"b":2}`, `{"a":1,"b":2}`},
		{"equal names deep in lists", `[1,[{"a":1,"b":[2,{"c":3,"c":4},5],"a":6}, 7],8]`, `[1,[{"a":6,"b":[2,{"c":4},5]},7],8]`},
		{"a value that loses has equal names", `{"a":{"b":1,"b":2},"c":0,"a":[{"d":1,"d":2}]}`, `{"a":[{"d":2}],"c":0}`},
		{"three of a name", `{"a":1,"a":2,"b":0,"a":3}`, `{"a":3,"b":0}`},
		{"equal names and whitespace", "{ \"a\" : 1 ,\n\"a\" : \"\\u0041\" }", `{"a":"A"}`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v, err := jsonvalue.ParseString(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := v.Text(); got != c.want {
				t.Errorf("Text = %s, want %s", got, c.want)
			}
			if got := string(rebuild(v).AppendText(nil)); got != c.want {
				t.Errorf("text of the tree = %s, want %s", got, c.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	long := strings.Repeat("9", 310)
	cases := []struct {
		name, text   string
		code         jsonvalue.Code
		pointer      string
		line, column int
		reason       string
	}{
		{"nothing", "", jsonvalue.CodeSyntax, "", 1, 1, "unexpected end of text"},
		{"whitespace only", " \n ", jsonvalue.CodeSyntax, "", 2, 2, "unexpected end of text"},
		{"two values", "1 2", jsonvalue.CodeSyntax, "", 1, 3, "unexpected text after the value"},
		{"open array", "[1,\n", jsonvalue.CodeSyntax, "", 2, 1, "unexpected end of text"},
		{"trailing comma", "[1,]", jsonvalue.CodeSyntax, "/1", 1, 4, ""},
		{"single quotes", "{'a':1}", jsonvalue.CodeSyntax, "", 1, 2, ""},
		{"comment", "[1] // one", jsonvalue.CodeSyntax, "", 1, 5, ""},
		{"NaN", "NaN", jsonvalue.CodeSyntax, "", 1, 1, ""},
		{"plus", "+1", jsonvalue.CodeSyntax, "", 1, 1, ""},
		{"leading zero", "01", jsonvalue.CodeSyntax, "", 1, 2, ""},
		{"bare point", "[1.]", jsonvalue.CodeSyntax, "/0", 1, 4, ""},
		{"control character", "\"a\nb\"", jsonvalue.CodeSyntax, "", 1, 3, ""},
		{"bad escape", `["\x"]`, jsonvalue.CodeSyntax, "/0", 1, 3, ""},
		{"byte order mark", "\ufeff1", jsonvalue.CodeSyntax, "", 1, 1, ""},
		{"column in code points", "{\"é\":\"😀\",\n\"ä\": x}", jsonvalue.CodeSyntax, "/ä", 2, 6, ""},
		{"syntax before loss", "[-0,", jsonvalue.CodeSyntax, "", 1, 5, "unexpected end of text"},
		{"negative zero", "-0", jsonvalue.CodeLossy, "", 1, 1, "negative zero"},
		{"negative zero below", `{"a":[1,-0.00e5]}`, jsonvalue.CodeLossy, "/a/1", 1, 9, "negative zero"},
		{"out of range", `[1, 1e400]`, jsonvalue.CodeLossy, "/1", 1, 5, "a number out of range"},
		{"just out of range", `1.7976931348623159e308`, jsonvalue.CodeLossy, "", 1, 1, "a number out of range"},
		{"long integer", "{\n\"n/m\":" + long + "}", jsonvalue.CodeLossy, "/n~1m", 2, 7, "a number out of range"},
		{"absurd exponent", "1e-99999999999999999999", jsonvalue.CodeLossy, "", 1, 1, "a number out of range"},
		{"lone surrogate", `["\ud800"]`, jsonvalue.CodeLossy, "/0", 1, 2, "a string with a lone surrogate"},
		{"surrogates in the wrong order", `"\ude00\ud83d"`, jsonvalue.CodeLossy, "", 1, 1, "a string with a lone surrogate"},
		{"lone surrogate in a name", `{"a\udfff":1}`, jsonvalue.CodeLossy, "/a\ufffd", 1, 2, "a string with a lone surrogate"},
		{"invalid UTF-8", "{\"a\":\n[\"\xff\"]}", jsonvalue.CodeLossy, "/a/0", 2, 2, "a string with invalid UTF-8"},
		{"encoded surrogate", "\"\xed\xa0\x80\"", jsonvalue.CodeLossy, "", 1, 1, "a string with invalid UTF-8"},
		{"overlong", "\"\xc0\xaf\"", jsonvalue.CodeLossy, "", 1, 1, "a string with invalid UTF-8"},
		{"names that are equal only after loss", `{"\ud800":1,"\ud801":2}`, jsonvalue.CodeLossy, "/\ufffd", 1, 2, "a string with a lone surrogate"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := jsonvalue.ParseString(c.text)
			e, ok := errors.AsType[*jsonvalue.Error](err)
			if !ok {
				t.Fatalf("error = %v", err)
			}
			if e.Code != c.code || e.Pointer != c.pointer || e.Line != c.line || e.Column != c.column {
				t.Errorf("got %s %q %d:%d (%v), want %s %q %d:%d",
					e.Code, e.Pointer, e.Line, e.Column, e, c.code, c.pointer, c.line, c.column)
			}
			if c.reason != "" && e.Err.Error() != c.reason {
				t.Errorf("reason = %q, want %q", e.Err, c.reason)
			}
		})
	}
}

func TestParseDepth(t *testing.T) {
	forms := []struct{ name, open, close string }{
		{"arrays", "[", "]"},
		{"objects", `{"":`, "}"},
		{"repeated names", `{"":0,"":`, "}"},
	}
	for _, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			nest := func(levels int) string {
				inner := "1"
				return strings.Repeat(f.open, levels) + inner + strings.Repeat(f.close, levels)
			}
			v, err := jsonvalue.ParseString(nest(jsonvalue.MaxTextDepth))
			if err != nil {
				t.Fatal(err)
			}
			if got := depth(v); got != jsonvalue.MaxTextDepth {
				t.Errorf("depth = %d", got)
			}
			_, err = jsonvalue.ParseString(nest(jsonvalue.MaxTextDepth + 1))
			if jsonvalue.CodeOf(err) != jsonvalue.CodeDepth {
				t.Errorf("one level more: %.200v", err)
			}
			if len(err.Error()) > 500 {
				t.Errorf("message of %d bytes", len(err.Error()))
			}
		})
	}
}

// A bracket in a string is no level, and text after the limit is not looked at.
func TestParseDepthIsNotSyntax(t *testing.T) {
	text := strings.Repeat(`["[[[[",`, jsonvalue.MaxTextDepth) + "}"
	if _, err := jsonvalue.ParseString(text); jsonvalue.CodeOf(err) != jsonvalue.CodeSyntax {
		t.Errorf("a syntax error at the limit: %.200v", err)
	}
}

// Repeated names cost memory for what changes only, whatever else the text has.
func TestParseOfRepeatedNamesIsFrugal(t *testing.T) {
	text := []byte(`{"a":1,"list":[` + strings.Repeat("1,", 500_000) + `{}],"a":2}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	v, err := jsonvalue.Parse(text)
	runtime.ReadMemStats(&after)
	if err != nil || v.Len() != 2 {
		t.Fatal(err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 5*uint64(len(text)) {
		t.Errorf("%d bytes for a text of %d", used, len(text))
	}
}

func TestParseCopies(t *testing.T) {
	for _, text := range []string{`{"value":"x"}`, `{"value":"` + strings.Repeat("x", 100) + `"}`, "[1]"} {
		buffer := []byte(text)
		v, err := jsonvalue.Parse(buffer)
		if err != nil {
			t.Fatal(err)
		}
		for i := range buffer {
			buffer[i] = '!'
		}
		if v.Text() != text || rebuild(v).Text() != text {
			t.Errorf("value changed with the caller's buffer: %s", v.Text())
		}
	}
}

// A long string is looked at in another way, which must not show.
func TestParseLongStrings(t *testing.T) {
	inserts := []string{"", "a", "é", "\u2028", "\x7f", `"`, `\`, `\"`, `\\`, `\/`, `\u00e9`, `\ud800`, `\ud83d\ude00`,
		"\x00", "\x1f", "\n", "\xff", "\xc3", "\xed\xa0\x80", `",`, `"x`}
	for _, insert := range inserts {
		for at := range 20 {
			long := strings.Repeat("x", 70_000)
			for _, text := range []string{
				`"` + long[:at] + insert + long[at:] + `"`,
				`"` + long[at:] + insert + long[:at] + `"`,
			} {
				have, haveErr := jsonvalue.ParseString(text)
				want, wantErr := jsonvalue.Parse([]byte(text))
				if have.Text() != want.Text() || fmt.Sprint(haveErr) != fmt.Sprint(wantErr) {
					t.Errorf("%q at %d: %.80q, %v; want %.80q, %v", insert, at, have.Text(), haveErr, want.Text(), wantErr)
				}
			}
		}
	}
}

func TestParseOwnedKeepsTheText(t *testing.T) {
	text := []byte(`{"a":[1,2,3],"b":"` + strings.Repeat("x", 1000) + `"}`)
	v, err := jsonvalue.ParseOwned(text)
	if err != nil {
		t.Fatal(err)
	}
	if allocs := testing.AllocsPerRun(100, func() { _ = v.Text() }); allocs != 0 {
		t.Errorf("Text allocates %v", allocs)
	}
	if v.Text() != string(text) {
		t.Error("text differs")
	}
}

func depth(v jsonvalue.Value) int {
	for n := 0; ; n++ {
		switch v.Kind() {
		case jsonvalue.KindArray:
			v = v.Index(v.Len() - 1)
		case jsonvalue.KindObject:
			v = v.MemberAt(v.Len() - 1).Value
		default:
			return n
		}
	}
}

// rebuild makes the same value from its parts, so that nothing of its text is kept.
func rebuild(v jsonvalue.Value) jsonvalue.Value {
	switch v.Kind() {
	case jsonvalue.KindArray:
		var items []jsonvalue.Value
		for _, item := range v.Elements() {
			items = append(items, rebuild(item))
		}
		return jsonvalue.Array(items...)
	case jsonvalue.KindObject:
		var members []jsonvalue.Member
		for name, part := range v.Members() {
			members = append(members, jsonvalue.Member{Name: name, Value: rebuild(part)})
		}
		return jsonvalue.NewObject(members...)
	case jsonvalue.KindString:
		s, _ := v.AsString()
		return jsonvalue.String(s)
	}
	return v
}
