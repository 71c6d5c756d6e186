package jsonvalue_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func TestLookup(t *testing.T) {
	v := mustParse(t, `{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"i\\j":5,"k\"l":6," ":7,"m~n":8,"~1":9,"0":10}`)
	cases := map[string]string{
		"":       v.Text(),
		"/foo":   `["bar","baz"]`,
		"/foo/0": `"bar"`,
		"/foo/1": `"baz"`,
		"/":      "0",
		"/a~1b":  "1",
		"/c%d":   "2",
		`/i\j`:   "5",
		`/k"l`:   "6",
		"/ ":     "7",
		"/m~0n":  "8",
		"/~01":   "9",
		"/0":     "10",
	}
	for pointer, want := range cases {
		if got, err := v.Lookup(pointer); err != nil || got.Text() != want {
			t.Errorf("%q: %s, %v; want %s", pointer, got, err, want)
		}
	}
}

func TestLookupRefuses(t *testing.T) {
	v := mustParse(t, `{"a":[1,{"b":null}],"~":1}`)
	cases := []struct{ pointer, gone, reason string }{
		{"a", "", "does not begin with a slash"},
		{"/x", "", `no member "x"`},
		{"/a/2", "/a", "no element 2 in an array of 2"},
		{"/a/-", "/a", "is not an array index"},
		{"/a/-1", "/a", "is not an array index"},
		{"/a/01", "/a", "is not an array index"},
		{"/a/+1", "/a", "is not an array index"},
		{"/a/99999999999999999999", "/a", "is not an array index"},
		{"/a/", "/a", "is not an array index"},
		{"/a/0/x", "/a/0", "the number has no parts"},
		{"/a/1/b/", "/a/1/b", "the null has no parts"},
		{"/~", "", "tilde"},
		{"/~2", "", "tilde"},
	}
	for _, c := range cases {
		_, err := v.Lookup(c.pointer)
		e, ok := errors.AsType[*jsonvalue.Error](err)
		if !ok || e.Code != jsonvalue.CodePointer || e.Pointer != c.gone || !strings.Contains(e.Error(), c.reason) {
			t.Errorf("%q: %v", c.pointer, err)
		}
	}
}

func TestAppendPointer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.StringOf(rapid.SampledFrom([]rune("a/~01é"))).Draw(t, "name")
		v := jsonvalue.NewObject(
			jsonvalue.Member{Name: "x", Value: jsonvalue.NewObject(jsonvalue.Member{Name: name, Value: jsonvalue.Int(1)})})
		got, err := v.Lookup(jsonvalue.AppendPointer(jsonvalue.AppendPointer("", "x"), name))
		if err != nil || got.Text() != "1" {
			t.Fatal(got, err)
		}
	})
}
