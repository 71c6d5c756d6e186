package jsonvalue_test

import (
	"errors"
	"fmt"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func Example() {
	v, err := jsonvalue.ParseString(`{"id": 9007199254740993, "tags": ["a", "b"]}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	id, _ := v.Get("id")
	n, _ := id.AsNumber()
	i, _ := n.Int64()
	tag, _ := v.Lookup("/tags/1")
	fmt.Println(i, tag, v.Text())
	// Output: 9007199254740993 "b" {"id":9007199254740993,"tags":["a","b"]}
}

func ExampleParse() {
	_, err := jsonvalue.Parse([]byte("{\"a\": [1,\n -0]}"))
	fmt.Println(err)
	e, _ := errors.AsType[*jsonvalue.Error](err)
	fmt.Println(e.Code, e.Pointer, e.Line, e.Column)
	// Output:
	// not lossless JSON at line 2, column 2 at "/a/1": negative zero
	// JSON_LOSSY /a/1 2 2
}

func ExampleParseString() {
	v, _ := jsonvalue.ParseString(`{"b": 1, "a": 2, "b": 3.0}`)
	fmt.Println(v)
	// Output: {"b":3.0,"a":2}
}

func ExampleParseOwned() {
	v, _ := jsonvalue.ParseOwned([]byte(`[ 1, 2 ]`)) // the bytes belong to v now
	fmt.Println(v.Len(), v)
	// Output: 2 [1,2]
}

func ExampleFrom() {
	v, err := jsonvalue.From(map[string]any{"n": 1, "list": []any{true, nil}})
	fmt.Println(v, err)
	_, err = jsonvalue.From([]any{make(chan int)})
	fmt.Println(err)
	// Output:
	// {"list":[true,null],"n":1} <nil>
	// not lossless JSON at "/0": a Go value of type chan int
}

func ExampleMarshal() {
	type hit struct {
		Path string `json:"path"`
		Line int    `json:"line,omitzero"`
	}
	v, err := jsonvalue.Marshal([]hit{{"a.go", 3}, {"<b>", 0}})
	fmt.Println(v, err)
	// Output: [{"path":"a.go","line":3},{"path":"<b>"}] <nil>
}

func ExampleValue_Decode() {
	v, _ := jsonvalue.ParseString(`{"count": 1e2, "name": 5}`)
	var into struct {
		Count int `json:"count"`
	}
	fmt.Println(v.Decode(&into), into.Count)
	var strict struct {
		Name string `json:"name"`
	}
	fmt.Println(v.Decode(&strict))
	// Output:
	// <nil> 100
	// JSON value does not fit at "/name": expected a string, got a number
}

func ExampleValue_Members() {
	v, _ := jsonvalue.ParseString(`{"z": 1, "a": [2, 3]}`)
	for name, member := range v.Members() {
		fmt.Println(name, member.Kind(), member)
	}
	// Output:
	// z number 1
	// a array [2,3]
}

func ExampleValue_Elements() {
	v, _ := jsonvalue.ParseString(`["x", null]`)
	for i, item := range v.Elements() {
		fmt.Println(i, item)
	}
	// Output:
	// 0 "x"
	// 1 null
}

func ExampleValue_Equal() {
	v, _ := jsonvalue.ParseString(`{"a": 1, "b": [1.50]}`)
	w, _ := jsonvalue.ParseString(`{"b": [1.5], "a": 1e0}`)
	fmt.Println(v.Equal(w), string(w.Canonical()))
	// Output: true {"a":1,"b":[1.5]}
}

func ExampleValue_Lookup() {
	v, _ := jsonvalue.ParseString(`{"a/b": [10, 20]}`)
	part, err := v.Lookup("/a~1b/1")
	fmt.Println(part, err)
	_, err = v.Lookup("/a~1b/2")
	fmt.Println(err)
	// Output:
	// 20 <nil>
	// JSON pointer at "/a~1b": no element 2 in an array of 2
}

func ExampleNumber() {
	for _, n := range []jsonvalue.Number{"1.0", "0.1", "9007199254740993"} {
		f, exact := n.Float64()
		fmt.Println(n, n.IsInteger(), f, exact)
	}
	fmt.Println(jsonvalue.Number("1e2").Cmp("100.0"))
	// Output:
	// 1.0 true 1 true
	// 0.1 false 0.1 true
	// 9007199254740993 true 9.007199254740992e+15 false
	// 0
}

func ExampleObject() {
	var o jsonvalue.Object
	o.Set("type", "object")
	o.Set("properties", map[string]any{})
	v, err := jsonvalue.From(o)
	fmt.Println(v, err)
	// Output: {"type":"object","properties":{}} <nil>
}

func ExampleNewObject() {
	v := jsonvalue.NewObject(
		jsonvalue.Member{Name: "name", Value: jsonvalue.String("x")},
		jsonvalue.Member{Name: "sizes", Value: jsonvalue.Array(jsonvalue.Int(1), jsonvalue.Null())},
	)
	fmt.Println(v)
	// Output: {"name":"x","sizes":[1,null]}
}
