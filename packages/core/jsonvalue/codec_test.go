package jsonvalue_test

import (
	stdjson "encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

type envelope struct {
	Before string          `json:"before"`
	Value  jsonvalue.Value `json:"value,omitzero"`
	After  int             `json:"after"`
}

func TestCodecs(t *testing.T) {
	const text = `{"before":"b","value":{"z":1.50,"a":["<",null,"` + "\u2028" + `"]},"after":1}`
	var v2 envelope
	if err := json.Unmarshal([]byte(text), &v2); err != nil {
		t.Fatal(err)
	}
	if got, err := json.Marshal(v2); err != nil || string(got) != text {
		t.Errorf("json v2 wrote %s, %v", got, err)
	}
	var v1 envelope
	if err := stdjson.Unmarshal([]byte(text), &v1); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(v1, v2); diff != "" {
		t.Error(diff)
	}
	out, err := stdjson.Marshal(v1)
	if err != nil || !mustParse(t, string(out)).Equal(mustParse(t, text)) {
		t.Errorf("encoding/json wrote %s, %v", out, err)
	}
}

func TestCodecsOfAbsent(t *testing.T) {
	got, err := json.Marshal(envelope{})
	if err != nil || string(got) != `{"before":"","after":0}` {
		t.Errorf("omitzero: %s, %v", got, err)
	}
	var absent struct{ V jsonvalue.Value }
	if _, err := json.Marshal(absent); jsonvalue.CodeOf(err) != jsonvalue.CodeLossy {
		t.Errorf("json v2: %v", err)
	}
	if _, err := stdjson.Marshal(absent); jsonvalue.CodeOf(err) != jsonvalue.CodeLossy {
		t.Errorf("encoding/json: %v", err)
	}
	var null envelope
	if err := json.Unmarshal([]byte(`{"value":null}`), &null); err != nil || !null.Value.IsNull() {
		t.Errorf("null was read as %v, %v", null.Value.Kind(), err)
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	kept := jsonvalue.Int(1)
	cases := []struct {
		text    string
		options []json.Options
		code    jsonvalue.Code
	}{
		{`{"value":[-0]}`, nil, jsonvalue.CodeLossy},
		{`{"value":"\ud800"}`, []json.Options{jsontext.AllowInvalidUTF8(true)}, jsonvalue.CodeLossy},
		{`{"value":` + strings.Repeat("1", 400) + `}`, nil, jsonvalue.CodeLossy},
	}
	for _, c := range cases {
		into := envelope{Value: kept}
		err := json.Unmarshal([]byte(c.text), &into, c.options...)
		if jsonvalue.CodeOf(err) != c.code || !into.Value.Equal(kept) {
			t.Errorf("%.30s: %v, value %v", c.text, err, into.Value)
		}
	}
	var repeated envelope
	err := json.Unmarshal([]byte(`{"value":{"a":1,"a":[2]}}`), &repeated, jsontext.AllowDuplicateNames(true))
	if err != nil || repeated.Value.Text() != `{"a":[2]}` {
		t.Errorf("repeated names: %v, %v", repeated.Value, err)
	}
	var v jsonvalue.Value
	if err := stdjson.Unmarshal([]byte(`["\udc00"]`), &v); jsonvalue.CodeOf(err) != jsonvalue.CodeLossy || !v.IsAbsent() {
		t.Errorf("encoding/json: %v", err)
	}
}

func TestMarshalJSONToDepth(t *testing.T) {
	v := jsonvalue.Null()
	for range jsonvalue.MaxTextDepth + 1 {
		v = jsonvalue.Array(v)
	}
	if _, err := json.Marshal(struct{ V jsonvalue.Value }{v}); jsonvalue.CodeOf(err) != jsonvalue.CodeDepth {
		t.Errorf("error = %.200v", err)
	}
}

type faulty struct{ fail any }

func (f faulty) MarshalJSON() ([]byte, error) {
	switch fail := f.fail.(type) {
	case error:
		return nil, fail
	case string:
		return []byte(fail), nil
	}
	panic(f.fail)
}

func TestMarshal(t *testing.T) {
	type inner struct {
		N int      `json:"n"`
		S []string `json:"s"`
	}
	cases := []struct {
		name string
		from any
		want string
	}{
		{"struct", inner{N: 1}, `{"n":1,"s":[]}`},
		{"map in the order of names", map[string]inner{"b": {}, "a": {}}, `{"a":{"n":0,"s":[]},"b":{"n":0,"s":[]}}`},
		{"nil", nil, "null"},
		{"HTML", "<a&b>\u2028", "\"<a&b>\u2028\""},
		{"value", jsonvalue.Int(5), "5"},
		{"values inside", []any{jsonvalue.Array(), 1.5}, "[[],1.5]"},
		{"text of a method is normalised", faulty{` { "a" : "\u0041" } `}, `{"a":"A"}`},
		{"big integer", uint64(1 << 63), "9223372036854775808"},
		{"bytes", []byte("hi"), `"aGk="`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v, err := jsonvalue.Marshal(c.from)
			if err != nil || v.Text() != c.want {
				t.Errorf("got %s, %v; want %s", v, err, c.want)
			}
		})
	}
}

func TestMarshalRefuses(t *testing.T) {
	cyclic := map[string]any{}
	cyclic["c"] = cyclic
	cases := []struct {
		name    string
		from    any
		pointer string
		reason  string
	}{
		{"NaN", map[string]float64{"x": math.NaN()}, "/x", "NaN"},
		{"negative zero", []float64{math.Copysign(0, -1)}, "/0", "negative zero"},
		{"negative zero of a method", []any{faulty{"-0"}}, "/0", "negative zero"},
		{"out of range", faulty{`{"a":1e999}`}, "/a", "a number out of range"},
		{"invalid UTF-8", []string{"\xff"}, "/0", "invalid UTF-8"},
		{"lone surrogate", []any{faulty{`"\ud800"`}}, "/0", "surrogate"},
		{"function", []any{func() {}}, "/0", ""},
		{"method that fails", []any{faulty{errors.New("out of paper")}}, "/0", "out of paper"},
		{"method that panics", []any{faulty{7}}, "", "panicked: a int"},
		{"text that is no JSON", faulty{"{"}, "", ""},
		{"absent", []any{jsonvalue.Value{}}, "/0", "an absent value"},
		{"absent itself", jsonvalue.Value{}, "", "an absent value"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			v, err := jsonvalue.Marshal(c.from)
			e, ok := errors.AsType[*jsonvalue.Error](err)
			if !ok || !v.IsAbsent() || e.Code != jsonvalue.CodeLossy {
				t.Fatalf("value %v, error %v", v, err)
			}
			if e.Pointer != c.pointer || !strings.Contains(e.Error(), c.reason) {
				t.Errorf("got %q %v, want %q %s", e.Pointer, e, c.pointer, c.reason)
			}
		})
	}
	if _, err := jsonvalue.Marshal(cyclic); jsonvalue.CodeOf(err) == "" {
		t.Errorf("cycle: %v", err)
	}
}

type target struct {
	B    bool           `json:"b"`
	S    string         `json:"s"`
	I    int8           `json:"i"`
	U    uint16         `json:"u"`
	F    float64        `json:"f"`
	L    []int          `json:"l"`
	A    [2]int         `json:"a"`
	M    map[string]int `json:"m"`
	P    *target        `json:"p"`
	Any  any            `json:"any"`
	Raw  []byte         `json:"raw"`
	Pick choice         `json:"pick"`
}

type choice string

func (c *choice) UnmarshalJSON(text []byte) error {
	if string(text) != `"yes"` {
		return errors.New("only yes will do")
	}
	*c = "yes"
	return nil
}

func TestDecode(t *testing.T) {
	const text = `{"b":true,"s":"x","i":-128,"u":1.0e1,"f":1.5,"l":[1],"a":[1,2],"m":{"k":1},` +
		`"p":{"s":"inner"},"any":{"f":0.1,"n":9007199254740993,"l":[1,"a",null,true]},"raw":"aGk=","pick":"yes","S":"other"}`
	want := target{
		B: true, S: "x", I: -128, U: 10, F: 1.5, L: []int{1}, A: [2]int{1, 2}, M: map[string]int{"k": 1},
		P:   &target{S: "inner"},
		Any: map[string]any{"f": 0.1, "n": jsonvalue.Number("9007199254740993"), "l": []any{1.0, "a", nil, true}},
		Raw: []byte("hi"), Pick: "yes",
	}
	parsed := mustParse(t, text)
	for _, v := range []jsonvalue.Value{parsed, rebuild(parsed)} {
		var got target
		if err := v.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	cases := []struct{ text, pointer, reason string }{
		{`{"b":1}`, "/b", "expected a boolean, got a number"},
		{`{"s":1}`, "/s", "expected a string, got a number"},
		{`{"s":["x"]}`, "/s", "expected a string, got an array"},
		{`{"i":128}`, "/i", "expected an integer from -128 to 127, got the number 128"},
		{`{"i":1.5}`, "/i", "expected an integer from -128 to 127, got the number 1.5"},
		{`{"i":"1"}`, "/i", "expected an integer from -128 to 127, got a string"},
		{`{"u":-1}`, "/u", "expected an integer from 0 to 65535, got the number -1"},
		{`{"f":"x"}`, "/f", "expected a number, got a string"},
		{`{"l":{}}`, "/l", "expected an array, got an object"},
		{`{"l":[1,true]}`, "/l/1", "expected an integer from -9223372036854775808 to 9223372036854775807, got a boolean"},
		{`{"a":[1]}`, "/a", "too few array elements"},
		{`{"m":[]}`, "/m", "expected an object, got an array"},
		{`{"p":{"p":{"s":false}}}`, "/p/p/s", "expected a string, got a boolean"},
		{`{"raw":[]}`, "/raw", "expected a base64 string, got an array"},
		{`{"raw":"*"}`, "/raw", "base64"},
		{`{"pick":"no"}`, "/pick", "only yes will do"},
		{`[]`, "", "expected an object, got an array"},
	}
	for _, c := range cases {
		v := mustParse(t, c.text)
		err := v.Decode(new(target))
		e, ok := errors.AsType[*jsonvalue.Error](err)
		if !ok || e.Code != jsonvalue.CodeDecode || e.Pointer != c.pointer || !strings.Contains(e.Error(), c.reason) {
			t.Errorf("%s: %v; want %q %s", c.text, err, c.pointer, c.reason)
		}
		for _, goName := range []string{"int8", "target", "jsonvalue", "json:", "Go "} {
			if err != nil && strings.Contains(err.Error(), goName) {
				t.Errorf("%s: the message names Go: %v", c.text, err)
			}
		}
	}
	var absent jsonvalue.Value
	if err := absent.Decode(new(any)); jsonvalue.CodeOf(err) != jsonvalue.CodeDecode {
		t.Errorf("absent: %v", err)
	}
	if err := jsonvalue.Int(1).Decode(nil); jsonvalue.CodeOf(err) != jsonvalue.CodeDecode {
		t.Errorf("into nil: %v", err)
	}
	if err := jsonvalue.Int(1).Decode(target{}); jsonvalue.CodeOf(err) != jsonvalue.CodeDecode {
		t.Errorf("into no pointer: %v", err)
	}
}

func TestDecodeIntoAny(t *testing.T) {
	var kept any = &target{S: "kept"}
	if err := mustParse(t, `{"i":1}`).Decode(&kept); err != nil {
		t.Fatal(err)
	}
	if got, ok := kept.(*target); !ok || got.S != "kept" || got.I != 1 {
		t.Errorf("what was there was not filled: %#v", kept)
	}
	type list struct {
		Next  *list
		Items []map[string][1]any
	}
	var l list
	if err := mustParse(t, `{"Next":{"Items":[{"a":[12345678901234567890]}]}}`).Decode(&l); err != nil {
		t.Fatal(err)
	}
	if got := l.Next.Items[0]["a"][0]; got != jsonvalue.Number("12345678901234567890") {
		t.Errorf("digits lost: %v", got)
	}
}

// Every spelling of an integer is one, wherever the target has integers.
func TestDecodeIntegers(t *testing.T) {
	type ids struct {
		ID   int64           `json:"id"`
		List []uint8         `json:"-"`
		Rows [][]int         `json:"rows"`
		F    float64         `json:"f"`
		Text string          `json:"text"`
		Raw  jsonvalue.Value `json:"raw"`
	}
	v := mustParse(t, `{"id":-9.007199254740993e15,"rows":[[1.0,1e2,0.0],[10]],"f":1.50,"text":"1.0 1e2","raw":[1.0,1.5,1e300]}`)
	for _, w := range []jsonvalue.Value{v, rebuild(v)} {
		var got ids
		if err := w.Decode(&got); err != nil {
			t.Fatal(err)
		}
		want := ids{
			ID: -9007199254740993, Rows: [][]int{{1, 100, 0}, {10}}, F: 1.5, Text: "1.0 1e2",
			Raw: mustParse(t, "[1,1.5,1e300]"),
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
	var n int
	if err := mustParse(t, "3.0").Decode(&n); err != nil || n != 3 {
		t.Errorf("3.0 is %d, %v", n, err)
	}
	if err := mustParse(t, "3.5").Decode(&n); jsonvalue.CodeOf(err) != jsonvalue.CodeDecode {
		t.Errorf("3.5: %v", err)
	}
	var f []float64
	if err := mustParse(t, "[1.0,1e2]").Decode(&f); err != nil || f[1] != 100 {
		t.Errorf("floats: %v, %v", f, err)
	}
}
