package jsonvalue_test

import (
	"bytes"
	stdjson "encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

var seeds = []string{
	"", "null", "true", "0", "-0", "1.50e+2", "1e400", "-1e-400", `"a"`, `"\ud83d\ude00"`, `"\ud800"`, "\"\xff\"",
	`{"a":1,"b":[1,2,{"c":null}]}`, `{"a":-0,"a":{"b":1,"b":2}}`, ` [ 1 , "\u0041\/" ] `, "[[[[", `{"a"`, "[1,]", "1 2",
	`{"\u0061":1,"a":2,"\ud800":3}`, `["` + strings.Repeat(`\n`, 300) + `"]`, strings.Repeat("[", 50) + strings.Repeat("]", 50),
}

// FuzzParse compares Parse with encoding/json: both accept the same texts, lossy ones
// aside, and see the same value in them; and it checks that the text of a value is a
// fixed point.
func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := jsonvalue.Parse(text)
		if valid := stdjson.Valid(text); valid != (err == nil || jsonvalue.CodeOf(err) == jsonvalue.CodeLossy) {
			t.Fatalf("encoding/json says %v, Parse says %v", valid, err)
		}
		if err != nil {
			checkError(t, text, err)
			return
		}
		dec := stdjson.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		var std any
		if err := dec.Decode(&std); err != nil {
			t.Fatal(err)
		}
		if w, err := jsonvalue.From(fromStd(std)); err != nil || !w.Equal(v) {
			t.Fatalf("encoding/json reads %v (%v), Parse reads %s", std, err, v)
		}
		checkValue(t, v)
	})
}

func checkError(t *testing.T, text []byte, err error) {
	e := err.(*jsonvalue.Error)
	if e.Line < 1 || e.Column < 1 || e.Offset < 0 || e.Offset > int64(len(text)) || e.Err == nil {
		t.Fatalf("an error without place: %#v", e)
	}
	if lines := bytes.Count(text[:e.Offset], []byte("\n")) + 1; lines != e.Line {
		t.Fatalf("line %d of offset %d is %d", e.Line, e.Offset, lines)
	}
}

// checkValue checks what holds for every value.
func checkValue(t *testing.T, v jsonvalue.Value) {
	text := v.Text()
	again, err := jsonvalue.ParseString(text)
	if err != nil || again.Text() != text || !again.Equal(v) {
		t.Fatalf("the text %q came back as %q, %v", text, again.Text(), err)
	}
	if parts := rebuild(v); string(parts.AppendText(nil)) != text || !parts.Equal(v) {
		t.Fatalf("the parts of %q make %q", text, parts)
	}
	canonical := v.Canonical()
	w, err := jsonvalue.Parse(canonical)
	if err != nil || !w.Equal(v) || w.Text() != string(canonical) || !bytes.Equal(w.Canonical(), canonical) {
		t.Fatalf("canonical %q of %q: %v", canonical, text, err)
	}
	if plain, err := jsonvalue.From(v.Interface()); err != nil || !plain.Equal(v) {
		t.Fatalf("plain values of %q: %v, %v", text, plain, err)
	}
	var into any
	if err := v.Decode(&into); err != nil {
		t.Fatal(err)
	}
	if back, err := jsonvalue.From(into); err != nil || !sameButFloats(back, v) {
		t.Fatalf("%q decoded: %v, %v", text, back, err)
	}
}

// sameButFloats compares what Decode gave an empty interface: a float64 stands for a
// number that is exact in the sense of Number.Float64, not of Equal.
func sameButFloats(got, want jsonvalue.Value) bool {
	if got.Kind() != want.Kind() || got.Len() != want.Len() {
		return false
	}
	switch got.Kind() {
	case jsonvalue.KindNumber:
		n, _ := want.AsNumber()
		m, _ := got.AsNumber()
		f, exact := n.Float64()
		g, _ := m.Float64()
		return got.Equal(want) || exact && f == g
	case jsonvalue.KindArray:
		for i, item := range got.Elements() {
			if !sameButFloats(item, want.Index(i)) {
				return false
			}
		}
		return true
	case jsonvalue.KindObject:
		for name, part := range got.Members() {
			other, _ := want.Get(name)
			if !sameButFloats(part, other) {
				return false
			}
		}
		return true
	}
	return got.Equal(want)
}

// fromStd turns what encoding/json decodes into what From accepts.
func fromStd(v any) any {
	switch v := v.(type) {
	case stdjson.Number:
		return jsonvalue.Number(v)
	case []any:
		for i := range v {
			v[i] = fromStd(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = fromStd(v[name])
		}
	}
	return v
}

// FuzzFrom builds Go values from the bytes, with shared parts, cycles and things that are
// not JSON, and compares the snapshot with a slow reading of the same value.
func FuzzFrom(f *testing.F) {
	f.Add([]byte("a1b2c3"), "x")
	f.Add([]byte{7, 7, 7, 8, 8, 9, 10, 11, 0, 1, 2, 3, 4, 5, 6}, "\xff")
	f.Add(bytes.Repeat([]byte{7, 9}, 100), "é")
	f.Fuzz(func(t *testing.T, program []byte, word string) {
		m := machine{word: word}
		for _, op := range program[:min(len(program), 300)] {
			m.step(op)
		}
		root := m.pop()
		v, err := jsonvalue.From(root)
		want, budget := true, 5_000
		isPlain(root, 0, &budget, &want)
		if budget <= 0 {
			return // too large for the slow reading
		}
		if (err == nil) != want {
			t.Fatalf("From says %v, the slow reading %v", err, want)
		}
		if err == nil {
			checkValue(t, v)
		} else if jsonvalue.CodeOf(err) == "" {
			t.Fatal(err)
		}
	})
}

// machine makes values on a stack.
type machine struct {
	stack []any
	word  string
}

func (m *machine) pop() any {
	if len(m.stack) == 0 {
		return nil
	}
	top := m.stack[len(m.stack)-1]
	m.stack = m.stack[:len(m.stack)-1]
	return top
}

func (m *machine) push(v any) { m.stack = append(m.stack, v) }

func (m *machine) step(op byte) {
	switch op % 16 {
	case 0:
		m.push(nil)
	case 1:
		m.push(op > 100)
	case 2:
		m.push(int(op) - 128)
	case 3:
		m.push(float64(op) / 16)
	case 4:
		m.push(m.word)
	case 5:
		m.push(jsonvalue.Number("1." + strings.Repeat("0", int(op))))
	case 6:
		m.push(jsonvalue.Array(jsonvalue.Int(1)))
	case 7:
		m.push([]any{m.pop(), m.pop()})
	case 8:
		m.push(map[string]any{"a": m.pop(), m.word: m.pop()})
	case 9:
		shared := m.pop()
		m.push([]any{shared, shared})
	case 10:
		o := &jsonvalue.Object{}
		o.Set("o", m.pop())
		o.Set(m.word, m.pop())
		m.push(o)
	case 11:
		top := m.pop()
		m.push(top)
		m.push(top)
	case 12:
		m.cycle(op)
	case 13:
		m.push(io.EOF)
	default:
		m.push([]any{m.pop()})
	}
}

// cycle lets a container contain itself, if the byte says so.
func (m *machine) cycle(op byte) {
	top := m.pop()
	m.push(top)
	if op < 200 {
		return
	}
	switch v := top.(type) {
	case []any:
		v[0] = v
	case map[string]any:
		v["a"] = v
	case *jsonvalue.Object:
		v.Set("o", v)
	}
}

// isPlain is the slow reading: it follows every path, and takes one that is deeper than
// the program is long for a cycle.
func isPlain(v any, level int, budget *int, ok *bool) {
	*budget--
	if *budget <= 0 || !*ok {
		return
	}
	if level > 700 {
		*ok = false
		return
	}
	switch v := v.(type) {
	case nil, bool, int, float64, jsonvalue.Number, jsonvalue.Value:
	case string:
		*ok = *ok && strings.ToValidUTF8(v, "!!") == v
	case []any:
		for _, item := range v {
			isPlain(item, level+1, budget, ok)
		}
	case map[string]any:
		for name, item := range v {
			isPlain(name, level, budget, ok)
			isPlain(item, level+1, budget, ok)
		}
	case *jsonvalue.Object:
		for name, item := range v.Members() {
			isPlain(name, level, budget, ok)
			isPlain(item, level+1, budget, ok)
		}
	default:
		*ok = false
	}
}

// FuzzNumber checks every text against the grammar of encoding/json and the arithmetic
// against itself.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0", "-0", "1.0", "1e2", "01", "1e99999999999999999999", "9007199254740993"} {
		f.Add(s, "1")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		n, m := jsonvalue.Number(a), jsonvalue.Number(b)
		valid := stdjson.Valid([]byte(a)) && a != "" && strings.Trim(a, "0123456789+-.eE") == ""
		if n.IsValid() != valid {
			t.Fatalf("%q valid: %v", a, n.IsValid())
		}
		if n.Cmp(m) != -m.Cmp(n) || n.Cmp(n) != 0 {
			t.Fatalf("%q and %q: %d and %d", a, b, n.Cmp(m), m.Cmp(n))
		}
		i, isInt := n.Int64()
		if isInt && n.Cmp(jsonvalue.Number(jsonvalue.Int(i).Text())) != 0 {
			t.Fatalf("Int64(%q) = %d", a, i)
		}
		u, isUint := n.Uint64()
		if isUint && n.Cmp(jsonvalue.Number(jsonvalue.Uint(u).Text())) != 0 {
			t.Fatalf("Uint64(%q) = %d", a, u)
		}
		if (isInt || isUint) && !n.IsInteger() {
			t.Fatalf("%q is no integer but has one", a)
		}
		if v, err := jsonvalue.NewNumber(n); err == nil && n.Cmp(jsonvalue.Number(v.Canonical())) != 0 {
			t.Fatalf("canonical of %q is %s", a, v.Canonical())
		}
	})
}
