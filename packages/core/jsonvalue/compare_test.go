package jsonvalue_test

import (
	"bytes"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func TestEqual(t *testing.T) {
	groups := [][]string{
		{"null"}, {"true"}, {"false"},
		{"0", "0.0", "0e5"},
		{"1", "1.0", "1e0", "10e-1", "0.1e1"},
		{"100", "1e2", "1.00E+2"},
		{"9007199254740993"}, {"9007199254740992"},
		{"1e-400"}, {"-1e-400"},
		{`""`}, {`"a"`, `"\u0061"`}, {`"1"`},
		{"[]"}, {"[[]]"}, {"[1]", "[1.0]"}, {"[1,2]"}, {"[2,1]"}, {"[null]"},
		{"{}"}, {`{"a":1}`, `{"a":1.0}`, `{"a":2,"a":1}`}, {`{"a":1,"b":2}`, `{"b":2,"a":1}`},
		{`{"a":1,"b":null}`}, {`{"a":null,"c":1}`}, {`{"a":1,"c":2}`},
		{`[{"x":[1,{"y":"z"}]}]`, `[ {"x" : [1, {"y":"z"} ] } ]`}, {`[{"x":[1,{"y":"Z"}]}]`},
	}
	for i, group := range groups {
		for j, other := range groups {
			for _, a := range group {
				for _, b := range other {
					v, w := mustParse(t, a), mustParse(t, b)
					if got, want := v.Equal(w), i == j; got != want {
						t.Errorf("%s equals %s: %v", a, b, got)
					}
					if got, want := v.Equal(rebuild(w)), i == j; got != want {
						t.Errorf("%s equals the parts of %s: %v", a, b, got)
					}
					if got, want := bytes.Equal(v.Canonical(), w.Canonical()), i == j; got != want {
						t.Errorf("canonical %s and %s", v.Canonical(), w.Canonical())
					}
				}
			}
		}
	}
}

func TestCanonical(t *testing.T) {
	cases := []struct{ text, want string }{
		{`{"b":1,"a":{"d":[],"c":{}},"":0}`, `{"":0,"a":{"c":{},"d":[]},"b":1}`},
		// UTF-8 puts U+FFFF before U+1F600, UTF-16 does not.
		{`{"😀":1,"` + "\uffff" + `":2}`, `{"` + "\uffff" + `":2,"😀":1}`},
		{`["\u0041\/\u001f",1.50,1e2,0.00001e-5]`, `["A/\u001f",1.5,100,1e-10]`},
		{"12345678901234567890", "12345678901234567890"},
	}
	for _, c := range cases {
		if got := string(mustParse(t, c.text).Canonical()); got != c.want {
			t.Errorf("canonical of %s is %s, want %s", c.text, got, c.want)
		}
	}
}

// anyValue draws values of all kinds with few names and numbers, so that equals occur.
func anyValue() *rapid.Generator[jsonvalue.Value] {
	return rapid.Custom(func(t *rapid.T) jsonvalue.Value { return drawValue(t, 4) })
}

func drawValue(t *rapid.T, levels int) jsonvalue.Value {
	kinds := 7
	if levels == 0 {
		kinds = 5
	}
	switch rapid.IntRange(0, kinds-1).Draw(t, "kind") {
	case 0:
		return jsonvalue.Null()
	case 1:
		return jsonvalue.Bool(rapid.Bool().Draw(t, "bool"))
	case 2:
		text := rapid.SampledFrom([]string{"0", "1", "1.0", "10e-1", "-2.5", "1e2", "100", "12345678901234567890"})
		v, _ := jsonvalue.NewNumber(jsonvalue.Number(text.Draw(t, "number")))
		return v
	case 3:
		return jsonvalue.String(rapid.String().Draw(t, "string"))
	case 4:
		return jsonvalue.String(rapid.SampledFrom([]string{"", "a", "\n", "\"\\", "\x01é"}).Draw(t, "text"))
	case 5:
		var items []jsonvalue.Value
		for range rapid.IntRange(0, 4).Draw(t, "items") {
			items = append(items, drawValue(t, levels-1))
		}
		return jsonvalue.Array(items...)
	}
	var members []jsonvalue.Member
	for range rapid.SampledFrom([]int{0, 1, 2, 3, 20}).Draw(t, "members") {
		name := rapid.SampledFrom([]string{"", "a", "b", "c\n", "é", "😀"}).Draw(t, "name")
		members = append(members, jsonvalue.Member{Name: name, Value: drawValue(t, levels-1)})
	}
	return jsonvalue.NewObject(members...)
}

func TestParseOfTextIsTheValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue().Draw(t, "v")
		back, err := jsonvalue.ParseString(v.Text())
		if err != nil {
			t.Fatal(err)
		}
		if back.Text() != v.Text() || !back.Equal(v) || !v.Equal(back) {
			t.Fatalf("%s came back as %s", v.Text(), back.Text())
		}
		if strings.ContainsAny(v.Text(), "\n\r\t") {
			t.Fatalf("text of several lines: %q", v.Text())
		}
		if again := rebuild(back); string(again.AppendText(nil)) != v.Text() {
			t.Fatalf("the tree of %s is %s", v.Text(), again)
		}
		if plain, err := jsonvalue.From(v.Interface()); err != nil || !plain.Equal(v) {
			t.Fatalf("plain values of %s: %v, %v", v, plain, err)
		}
	})
}

func TestEqualIsAnEquivalence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := anyValue().Draw(t, "a"), anyValue().Draw(t, "b"), anyValue().Draw(t, "c")
		if rapid.Bool().Draw(t, "shuffled") {
			b, c = shuffled(t, a), shuffled(t, a)
		}
		if !a.Equal(a) || a.Equal(b) != b.Equal(a) {
			t.Fatal("not reflexive or not symmetric")
		}
		if a.Equal(b) && b.Equal(c) && !a.Equal(c) {
			t.Fatal("not transitive")
		}
		if got := bytes.Equal(a.Canonical(), b.Canonical()); got != a.Equal(b) {
			t.Fatalf("canonical bytes of %s and %s", a, b)
		}
	})
}

// shuffled is the same value with members in another order and numbers spelled otherwise.
func shuffled(t *rapid.T, v jsonvalue.Value) jsonvalue.Value {
	switch v.Kind() {
	case jsonvalue.KindArray:
		var items []jsonvalue.Value
		for _, item := range v.Elements() {
			items = append(items, shuffled(t, item))
		}
		return jsonvalue.Array(items...)
	case jsonvalue.KindObject:
		var members []jsonvalue.Member
		for name, part := range v.Members() {
			members = append(members, jsonvalue.Member{Name: name, Value: shuffled(t, part)})
		}
		return jsonvalue.NewObject(rapid.Permutation(members).Draw(t, "order")...)
	case jsonvalue.KindNumber:
		canonical, _ := jsonvalue.NewNumber(jsonvalue.Number(v.Canonical()))
		return canonical
	}
	return v
}

func TestCanonicalIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue().Draw(t, "v")
		canonical := v.Canonical()
		back, err := jsonvalue.Parse(canonical)
		if err != nil || !back.Equal(v) || back.Text() != string(canonical) || !bytes.Equal(back.Canonical(), canonical) {
			t.Fatalf("%s has the canonical text %s (%v)", v, canonical, err)
		}
	})
}

// However a text is laid out and escaped, its value has one text.
func TestLayoutDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue().Draw(t, "v")
		loose := loosen(t, v.Text())
		back, err := jsonvalue.ParseString(loose)
		if err != nil || back.Text() != v.Text() {
			t.Fatalf("%q became %s, want %s (%v)", loose, back, v, err)
		}
	})
}

// loosen puts whitespace between tokens and escapes characters of strings.
func loosen(t *rapid.T, text string) string {
	var b strings.Builder
	inString := false
	spaces := rapid.SampledFrom([]string{"", "", " ", "\n", "\t\r\n "})
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case inString && c == '\\':
			b.WriteString(text[i : i+2])
			i++
			continue
		case inString && c == 'a' && rapid.Bool().Draw(t, "escape"):
			b.WriteString(`\u0061`)
			continue
		case c == '"':
			inString = !inString
		}
		b.WriteByte(c)
		if !inString && strings.IndexByte("{}[],:\"", c) >= 0 {
			b.WriteString(spaces.Draw(t, "space"))
		}
	}
	return b.String()
}
