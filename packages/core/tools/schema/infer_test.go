package schema_test

import (
	"errors"
	"net/netip"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/go-json-experiment/json/jsontext"
)

type mode string

// SchemaNode says which words there are.
func (mode) SchemaNode() schema.Node { return schema.String().Enum("fast", "safe") }

type base struct {
	ID string `json:"id" description:"who"`
}

type deepBase struct {
	*base
	Trace bool `json:"trace,omitzero"`
}

type pair struct {
	Key   string  `json:"key"`
	Value float64 `json:"value"`
}

type everything struct {
	deepBase
	Text   string          `json:"text" description:"some \"text\""`
	Count  int64           `json:"count" enum:"1, 2, 4"`
	Small  uint8           `json:",omitempty"`
	Ratio  float32         `json:"ratio"`
	On     bool            `json:"on" const:"true"`
	Mode   mode            `json:"mode" description:"how"`
	Tags   []string        `json:"tags" enum:"a,b"`
	Data   []byte          `json:"data"`
	When   time.Time       `json:"when"`
	Addr   netip.Addr      `json:"addr"`
	Limit  *int            `json:"limit"`
	Pair   *pair           `json:"pair,omitzero"`
	Pairs  []*pair         `json:"pairs"`
	Free   any             `json:"free"`
	Raw    jsonvalue.Value `json:"raw,omitzero"`
	Map    map[string]any  `json:"map"`
	Quoted int             `json:"quoted,string"`
	Hidden string          `json:"-"`
	//lint:ignore U1000 it shows that unexported fields are passed over
	private string
	Rest    map[string]any `json:",embed"`
}

func TestOutputOf(t *testing.T) {
	document, err := schema.ForOutput[everything]()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","additionalProperties":true,"properties":{` +
		`"id":{"type":"string","description":"who"},"trace":{"type":"boolean"},` +
		`"text":{"type":"string","description":"some \"text\""},` +
		`"count":{"type":"integer","enum":[1,2,4]},"Small":{"type":"integer"},"ratio":{"type":"number"},` +
		`"on":{"type":"boolean","const":true},` +
		`"mode":{"type":"string","description":"how","enum":["fast","safe"]},` +
		`"tags":{"type":"array","items":{"type":"string","enum":["a","b"]}},` +
		`"data":{"type":"string"},"when":{"type":"string"},"addr":{"type":"string"},` +
		`"limit":{"oneOf":[{"type":"integer"},{"type":"null"}]},` +
		`"pair":` + pairSchema + `,"pairs":{"type":"array","items":` + pairSchema + `},` +
		`"free":{},"raw":{},"map":{"type":"object","additionalProperties":true},"quoted":{"type":"string"}},` +
		`"required":["text","count","ratio","on","mode","tags","data","when","addr","pairs","free","map","quoted"]}`
	if document.Text() != want {
		t.Errorf("got  %s\nwant %s", document.Text(), want)
	}
}

const pairSchema = `{"type":"object","additionalProperties":false,"properties":` +
	`{"key":{"type":"string"},"value":{"type":"number"}},"required":["key","value"]}`

// TestEncodedValuesSatisfy: what the encoder writes for a type is what the schema says.
func TestEncodedValuesSatisfy(t *testing.T) {
	one := 1
	for _, v := range []any{
		&everything{Count: 1, On: true, Mode: "fast"},
		&everything{
			deepBase: deepBase{base: &base{ID: "x"}, Trace: true}, Count: 4, On: true, Mode: "safe",
			Small: 3, Tags: []string{"a"}, Limit: &one, Pair: &pair{}, Pairs: []*pair{{"k", 1}},
			Free: []any{1, nil}, Raw: jsonvalue.Null(), Rest: map[string]any{"z": 1}, Data: []byte{1},
		},
		&pair{}, &[]pair{{}}, new(any), new(string), new([4]int), new([3]byte), &struct{}{},
	} {
		typ := reflect.TypeOf(v)
		document, err := schema.OutputOf(typ)
		if err != nil {
			t.Errorf("%v: %v", typ, err)
			continue
		}
		s, err := schema.Compile(document)
		if err != nil {
			t.Fatal(err)
		}
		value, err := jsonvalue.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if vs := s.Violations(value, "value"); vs != nil {
			t.Errorf("%v: %s: %s", typ, value.Text(), schema.Join(vs))
		}
		if typ.Elem() == reflect.TypeFor[everything]() {
			namesMatch(t, s, value)
		}
	}
}

// namesMatch holds the inferred names and their order against what the encoder wrote.
func namesMatch(t *testing.T, s *schema.Schema, value jsonvalue.Value) {
	t.Helper()
	at := 0
	for name := range value.Members() {
		for at < s.Root().NumMembers() && s.Root().Member(at).Name != name {
			at++
		}
		if at == s.Root().NumMembers() && name != "z" {
			t.Errorf("encoded member %q is not declared, or out of order", name)
		}
	}
}

func TestInputOf(t *testing.T) {
	type inner struct {
		N *int `json:"n"`
	}
	type args struct {
		Path  string  `json:"path" description:"Where to look."`
		Limit *int    `json:"limit"`
		Inner []inner `json:"inner,omitempty"`
	}
	want := `{"type":"object","properties":{"path":{"type":"string","description":"Where to look."},` +
		`"limit":{"type":"integer"},"inner":{"type":"array","items":{"type":"object",` +
		`"additionalProperties":false,"properties":{"n":{"type":"integer"}}}}},"required":["path"]}`
	for _, infer := range []func() (jsonvalue.Value, error){schema.ForInput[args], schema.ForInput[*args]} {
		document, err := infer()
		if err != nil || document.Text() != want {
			t.Errorf("got %s, %v\nwant %s", document.Text(), err, want)
		}
	}
	empty := `{"type":"object","properties":{}}`
	for _, infer := range []func() (jsonvalue.Value, error){
		schema.ForInput[struct{}], schema.ForInput[map[string]any], schema.ForInput[jsonvalue.Value],
	} {
		if document, err := infer(); err != nil || document.Text() != empty {
			t.Errorf("got %s, %v, want %s", document.Text(), err, empty)
		}
	}
}

func TestDominantFields(t *testing.T) {
	type A struct {
		X int    `json:"x"`
		Y string `json:"y"`
		Z bool
	}
	type B struct {
		X string `json:"x"`
		Z bool   `json:"Z"`
	}
	type both struct {
		A
		*B
		Y int `json:"y"`
	}
	document, err := schema.ForOutput[both]()
	// x is ambiguous and gone; Z is B's, which names it by tag; y is the outer one.
	want := `{"type":"object","additionalProperties":false,"properties":` +
		`{"Z":{"type":"boolean"},"y":{"type":"integer"}},"required":["y"]}`
	if err != nil || document.Text() != want {
		t.Errorf("got %s, %v\nwant %s", document.Text(), err, want)
	}
}

type node struct {
	Name string  `json:"name"`
	Next []*node `json:"next"`
}

type jsonMethods struct{ A int }

func (jsonMethods) MarshalJSON() ([]byte, error) { return []byte("1"), nil }
func (*jsonMethods) UnmarshalJSON([]byte) error  { return nil }

type withMethods interface{ M() }

// withFields is a struct whose fields all carry one name in JSON, as vet forbids to write.
func withFields(names ...string) any {
	var fields []reflect.StructField
	for _, name := range names {
		f := reflect.StructField{Name: name, Type: reflect.TypeFor[int](), Tag: `json:"a"`}
		if name == "a" {
			f.PkgPath = "example"
		}
		fields = append(fields, f)
	}
	return reflect.Zero(reflect.StructOf(fields)).Interface()
}

func TestInexpressibleTypes(t *testing.T) {
	for _, c := range []struct {
		typ          any
		path, reason string
	}{
		{struct{ A map[string]int }{}, "struct.A", "what a map[string]int holds"},
		{struct{ A map[int]any }{}, "struct.A", "what a map[int]interface {} holds"},
		{node{}, "node.Next[]", "contains itself"},
		{struct{ A []struct{ B chan int } }{}, "struct.A[].B", "a Go chan is no JSON"},
		{struct{ A func() }{}, "struct.A", "a Go func is no JSON"},
		{struct{ A complex64 }{}, "struct.A", "a Go complex64 is no JSON"},
		{struct{ A [2]int }{}, "struct.A", "exactly 2 items"},
		{struct{ A withMethods }{}, "struct.A", "has methods"},
		{struct{ A time.Duration }{}, "struct.A", "name its unit"},
		{struct{ A *jsonMethods }{}, "struct.A", "SchemaNode"},
		{struct{ A struct{ b int } }{}, "struct.A", "no exported field"},
		{struct {
			//lint:ignore SA5008 the wrong option is what is tested
			A int `json:"a,omitEmpty"`
		}{}, "struct.A", `option "omitEmpty"`},
		{struct {
			A time.Time `json:"a,format:unix"`
		}{}, "struct.A", `option "format:unix"`},
		{struct {
			A int `json:"'a'"`
		}{}, "struct.A", "quote"},
		{withFields("A", "B"), "struct.B", `same JSON name "a" as field A`},
		{withFields("a"), "struct.a", "not exported"},
		{struct {
			A string `json:"a,string"`
		}{}, "struct.A", "numbers only"},
		{struct {
			A int `enum:"1,x"`
		}{}, "struct.A", `"x" is no integer`},
		{struct {
			A int `const:"1.5"`
		}{}, "struct.A", `"1.5" is no integer`},
		{struct {
			A pair `enum:"1"`
		}{}, "struct.A", "enum and const are for"},
		{struct {
			A []string `const:"1"`
		}{}, "struct.A", "enum and const are for"},
		{struct {
			A map[string]int `json:",embed"`
		}{}, "struct.A", "embedded map"},
		{struct {
			A int `json:",embed"`
		}{}, "struct.A", "needs a JSON name"},
		{"", "string", "must be a struct"},
		{time.Time{}, "Time", "must be a struct"},
		{nil, "type", "there is no type"},
	} {
		_, err := schema.InputOf(reflect.TypeOf(c.typ))
		e, ok := errors.AsType[*schema.Error](err)
		if !ok || e.Stage != schema.StageAuthor || len(e.Violations) != 1 {
			t.Errorf("%T: %v", c.typ, err)
			continue
		}
		v := e.Violations[0]
		if v.Path != c.path || v.Kind != schema.KindGoType || !strings.Contains(v.Message, c.reason) {
			t.Errorf("%T: at %q: %s", c.typ, v.Path, v.Message)
		}
	}
}

func TestFreeTypes(t *testing.T) {
	for _, v := range []any{new(any), &jsonvalue.Value{}, &jsontext.Value{}} {
		document, err := schema.OutputOf(reflect.TypeOf(v))
		if err != nil || document.Text() != "{}" {
			t.Errorf("%T: %s, %v", v, document.Text(), err)
		}
	}
}
