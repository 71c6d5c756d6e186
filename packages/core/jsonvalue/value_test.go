package jsonvalue_test

import (
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"unsafe"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

func mustParse(t testing.TB, text string) jsonvalue.Value {
	t.Helper()
	v, err := jsonvalue.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestValueIsSmall(t *testing.T) {
	if size := unsafe.Sizeof(jsonvalue.Value{}); size > 32 {
		t.Errorf("a Value has %d bytes", size)
	}
}

func TestAbsent(t *testing.T) {
	var v jsonvalue.Value
	if !v.IsAbsent() || v.IsNull() || v.Kind() != jsonvalue.KindAbsent || v.Text() != "" || v.Canonical() != nil {
		t.Errorf("the zero value: %v %q", v.Kind(), v.Text())
	}
	if v.Equal(jsonvalue.Null()) || !v.Equal(jsonvalue.Value{}) || v.Interface() != nil || v.Len() != 0 {
		t.Error("absent is taken for null")
	}
	if jsonvalue.Null().IsAbsent() || !jsonvalue.Null().IsNull() {
		t.Error("null is taken for absent")
	}
}

func TestAccessorsOfOtherKinds(t *testing.T) {
	values := map[jsonvalue.Kind]jsonvalue.Value{
		jsonvalue.KindAbsent: {},
		jsonvalue.KindNull:   jsonvalue.Null(),
		jsonvalue.KindBool:   jsonvalue.Bool(true),
		jsonvalue.KindNumber: jsonvalue.Int(1),
		jsonvalue.KindString: jsonvalue.String("s"),
		jsonvalue.KindArray:  jsonvalue.Array(jsonvalue.Int(1)),
		jsonvalue.KindObject: jsonvalue.NewObject(jsonvalue.Member{Name: "a", Value: jsonvalue.Int(1)}),
	}
	for kind, v := range values {
		_, isBool := v.AsBool()
		_, isNumber := v.AsNumber()
		_, isString := v.AsString()
		_, hasMember := v.Get("a")
		got := []bool{
			v.Kind() == kind, isBool, isNumber, isString, hasMember,
			!v.Index(0).IsAbsent(), v.Name(0) == "a" && !v.MemberAt(0).Value.IsAbsent(), v.Len() == 1,
		}
		want := []bool{
			true, kind == jsonvalue.KindBool, kind == jsonvalue.KindNumber, kind == jsonvalue.KindString,
			kind == jsonvalue.KindObject, kind == jsonvalue.KindArray, kind == jsonvalue.KindObject,
			kind == jsonvalue.KindArray || kind == jsonvalue.KindObject,
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: got %v, want %v", kind, got, want)
		}
		parts := 0
		for range v.Elements() {
			parts++
		}
		for range v.Members() {
			parts++
		}
		if parts != v.Len() {
			t.Errorf("%s: %d parts", kind, parts)
		}
	}
}

func TestOutOfBounds(t *testing.T) {
	array, object := mustParse(t, "[1]"), mustParse(t, `{"a":1}`)
	for _, i := range []int{-1, 1, math.MaxInt} {
		if !array.Index(i).IsAbsent() || !object.MemberAt(i).Value.IsAbsent() || object.Name(i) != "" {
			t.Errorf("part %d exists", i)
		}
	}
}

func TestTree(t *testing.T) {
	v := mustParse(t, ` {"n":null,"t":true,"f":false,"i":-12,"x":1.5e3,"s":"plain","e":"tab\tend",`+
		`"a":[1,[2,{"b":3}],{}],"":"empty \"name\""} `)
	get := func(name string) jsonvalue.Value {
		member, ok := v.Get(name)
		if !ok {
			t.Errorf("no member %q", name)
		}
		return member
	}
	if b, ok := get("t").AsBool(); !b || !ok {
		t.Error("t")
	}
	if b, ok := get("f").AsBool(); b || !ok {
		t.Error("f")
	}
	if n, _ := get("i").AsNumber(); n != "-12" {
		t.Error("i", n)
	}
	if s, _ := get("s").AsString(); s != "plain" {
		t.Error("s", s)
	}
	if s, _ := get("e").AsString(); s != "tab\tend" || get("e").Text() != `"tab\tend"` {
		t.Error("e", s)
	}
	if s, _ := get("").AsString(); s != `empty "name"` {
		t.Error("empty name", s)
	}
	if text := get("a").Text(); text != `[1,[2,{"b":3}],{}]` {
		t.Error("a", text)
	}
	if b, _ := get("a").Index(1).Index(1).Get("b"); b.Text() != "3" {
		t.Error("b", b)
	}
	if _, ok := v.Get("N"); ok {
		t.Error("names are not case sensitive")
	}
	var names []string
	for name := range v.Members() {
		names = append(names, name)
		if name == "x" {
			break
		}
	}
	if got := strings.Join(names, ""); got != "ntfix" {
		t.Errorf("members %q", got)
	}
}

func TestManyMembers(t *testing.T) {
	for _, count := range []int{15, 16, 17, 18, 1000} {
		var members []jsonvalue.Member
		for i := range count {
			members = append(members, jsonvalue.Member{Name: fmt.Sprint("m", i), Value: jsonvalue.Int(int64(i))})
		}
		built := jsonvalue.NewObject(members...)
		for _, v := range []jsonvalue.Value{built, mustParse(t, built.Text())} {
			for i := range count {
				got, ok := v.Get(fmt.Sprint("m", i))
				if !ok || got.Text() != fmt.Sprint(i) {
					t.Fatalf("member %d of %d: %v, %v", i, count, got, ok)
				}
			}
			if _, ok := v.Get("m"); ok {
				t.Errorf("a member that is not there, of %d", count)
			}
		}
	}
}

func TestRaw(t *testing.T) {
	v := mustParse(t, "[ 1, {} ]")
	if text, ok := v.Raw(); !ok || text != "[1,{}]" {
		t.Errorf("Raw = %q, %v", text, ok)
	}
	part := v.Index(1)
	if _, ok := v.Raw(); ok {
		t.Error("Raw after the tree was built")
	}
	for _, w := range []jsonvalue.Value{part, jsonvalue.Array(), jsonvalue.Int(1), jsonvalue.String(strings.Repeat("x", 999)), {}} {
		if _, ok := w.Raw(); ok {
			t.Errorf("Raw of %v", w.Kind())
		}
	}
}

func TestConstructors(t *testing.T) {
	absent := jsonvalue.Value{}
	m := func(name string, v jsonvalue.Value) jsonvalue.Member { return jsonvalue.Member{Name: name, Value: v} }
	cases := []struct {
		name string
		v    jsonvalue.Value
		want string
	}{
		{"uint", jsonvalue.Uint(1 << 63), "9223372036854775808"},
		{"mended string", jsonvalue.String("a\xff\xfeb"), "\"a\ufffd\ufffdb\""},
		{"empty string", jsonvalue.String(""), `""`},
		{"long string", jsonvalue.String(strings.Repeat("\"", 300)), `"` + strings.Repeat(`\"`, 300) + `"`},
		{"empty array", jsonvalue.Array(), "[]"},
		{"absent element", jsonvalue.Array(absent, jsonvalue.Int(1)), "[null,1]"},
		{"empty object", jsonvalue.NewObject(), "{}"},
		{"absent member", jsonvalue.NewObject(m("a", absent), m("b", jsonvalue.Null())), `{"b":null}`},
		{"absent does not win", jsonvalue.NewObject(m("a", jsonvalue.Int(1)), m("a", absent)), `{"a":1}`},
		{"last wins", jsonvalue.NewObject(m("a", jsonvalue.Int(1)), m("b", jsonvalue.Int(2)), m("a", jsonvalue.Int(3))), `{"a":3,"b":2}`},
		{"names equal after mending", jsonvalue.NewObject(m("\xff", jsonvalue.Int(1)), m("\xfe", jsonvalue.Int(2))), "{\"\ufffd\":2}"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for range 2 { // the second time from memory
				if got := c.v.Text(); got != c.want {
					t.Errorf("got %s, want %s", got, c.want)
				}
			}
			if back := mustParse(t, c.want); !back.Equal(c.v) {
				t.Error("the text is another value")
			}
		})
	}
	if _, err := jsonvalue.NewString("\xff"); jsonvalue.CodeOf(err) != jsonvalue.CodeLossy {
		t.Errorf("NewString: %v", err)
	}
	if v, err := jsonvalue.NewString("é"); err != nil || v.Text() != `"é"` {
		t.Errorf("NewString: %v, %v", v, err)
	}
	items := []jsonvalue.Value{jsonvalue.Int(1)}
	members := []jsonvalue.Member{m("a", jsonvalue.Int(1))}
	array, object := jsonvalue.Array(items...), jsonvalue.NewObject(members...)
	items[0], members[0] = absent, jsonvalue.Member{}
	if array.Text() != "[1]" || object.Text() != `{"a":1}` {
		t.Error("a value changed with the list it was made of")
	}
}

func TestManyEqualNames(t *testing.T) {
	var members []jsonvalue.Member
	var text strings.Builder
	for i := range 10_000 {
		name := fmt.Sprint(i % 100)
		members = append(members, jsonvalue.Member{Name: name, Value: jsonvalue.Int(int64(i))})
		fmt.Fprintf(&text, ",%q:%d", name, i)
	}
	built, parsed := jsonvalue.NewObject(members...), mustParse(t, "{"+text.String()[1:]+"}")
	if built.Len() != 100 || built.Text() != parsed.Text() {
		t.Errorf("%d members: %.200s", built.Len(), built.Text())
	}
	if v, _ := built.Get("7"); v.Text() != "9907" || built.Name(7) != "7" {
		t.Errorf("member 7 is %v", v)
	}
}

// All first readers of a shared value race for building its tree, text and index.
func TestValueConcurrentSafe(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"s":"` + strings.Repeat(`\n`, 300) + `"`)
	for i := range 100 {
		fmt.Fprintf(&text, `,"m%d":[%d,{"a":"b"}]`, i, i)
	}
	text.WriteString("}")
	for range 20 {
		parsed := mustParse(t, text.String())
		built := rebuild(mustParse(t, text.String()))
		var group sync.WaitGroup
		for worker := range 8 {
			group.Go(func() {
				for _, v := range []jsonvalue.Value{parsed, built} {
					got, ok := v.Get(fmt.Sprint("m", worker))
					if !ok || got.Index(0).Text() != fmt.Sprint(worker) {
						t.Error(got, ok)
					}
					if v.Text() != text.String() || !v.Equal(parsed) {
						t.Error("text differs")
					}
					s, _ := v.Get("s")
					if len(s.Text()) != 602 {
						t.Error(s)
					}
					v.Raw()
				}
			})
		}
		group.Wait()
	}
}

func TestKindString(t *testing.T) {
	var got []string
	for k := jsonvalue.KindAbsent; k <= jsonvalue.KindObject+1; k++ {
		got = append(got, k.String())
	}
	if want := "absent null boolean number string array object unknown"; strings.Join(got, " ") != want {
		t.Errorf("got %v", got)
	}
}
