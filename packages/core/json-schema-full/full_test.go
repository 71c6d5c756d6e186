package jsonschemafull_test

import (
	"strings"
	"sync"
	"testing"

	full "github.com/dsh-go/dsh/packages/core/json-schema-full"
	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
	"github.com/google/go-cmp/cmp"
)

func parse(tb testing.TB, text string) jsonvalue.Value {
	tb.Helper()
	v, err := jsonvalue.ParseString(text)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

func compile(tb testing.TB, text string) *full.Schema {
	tb.Helper()
	s, err := full.Compile(parse(tb, text))
	if err != nil {
		tb.Fatalf("%s: %v", text, err)
	}
	return s
}

func messages(vs []schema.Violation) []string {
	var all []string
	for _, v := range vs {
		all = append(all, v.Message)
	}
	return all
}

func TestMessages(t *testing.T) {
	for _, c := range []struct {
		name, schema, value string
		want                []string
	}{
		{"required", `{"required":["a","b"]}`, `{}`,
			[]string{`missing required property "a"`, `missing required property "b"`}},
		{"type", `{"properties":{"n":{"type":["integer","null"]}}}`, `{"n":"x"}`, []string{`"n" must be null or an integer`}},
		{"enum", `{"properties":{"n":{"enum":[1,"a",{"x":null}]}}}`, `{"n":2}`, []string{`"n" must be one of [1,"a",{"x":null}]`}},
		{"const", `{"properties":{"n":{"const":1.50}}}`, `{"n":2}`, []string{`"n" must be 1.5`}},
		{"closed", `{"additionalProperties":false}`, `{"b":1,"a":1}`, []string{
			`"a" is not a declared property (additionalProperties: false)`,
			`"b" is not a declared property (additionalProperties: false)`}},
		{"oneOf", `{"oneOf":[{},{},{"type":"string"}]}`, `{}`, []string{`"arguments" must match exactly one oneOf branch (matched 2)`}},
		{"anyOf", `{"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, []string{`"arguments" must match at least one anyOf branch`}},
		{"allOf", `{"allOf":[{"required":["a"]},{"minProperties":1}]}`, `{}`,
			[]string{`"arguments" is not valid: minProperties: got 0, want 1`, `missing required property "a"`}},
		{"not", `{"not":{}}`, `{}`, []string{`"arguments" must not match the schema under not`}},
		{"false", `{"properties":{"a":false}}`, `{"a":1}`, []string{`"a" is not allowed here`}},
		{"range", `{"properties":{"l":{"items":{"maximum":3}}}}`, `{"l":[1,4,"x",5]}`,
			[]string{`"l[1]" is not valid: maximum: got 4, want 3`, `"l[3]" is not valid: maximum: got 5, want 3`}},
		{"order of items", `{"properties":{"l":{"items":{"type":"null"}}}}`, `{"l":[null,1,null,2,3,4,5,6,7,8,9]}`,
			[]string{`"l[1]" must be null`, `"l[3]" must be null`, `"l[4]" must be null`, `"l[5]" must be null`, `"l[6]" must be null`,
				`"l[7]" must be null`, `"l[8]" must be null`, `"l[9]" must be null`, `"l[10]" must be null`}},
		{"ref", `{"$defs":{"p":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/p"}}}`, `{"a":1}`, []string{`"a" must be a string`}},
		{"pattern", `{"properties":{"a":{"pattern":"^\\u00e9+$"}}}`, `{"a":"x"}`, []string{`"a" is not valid: 'x' does not match pattern '^\\u00e9+$'`}},
		{"names", `{"propertyNames":{"maxLength":1}}`, `{"ab":1}`, []string{`"arguments" must not have a property named "ab"`}},
		{"dependent", `{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, []string{`missing required property "b"`}},
		{"draft 4", `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"n":{"minimum":1,"exclusiveMinimum":true}}}`,
			`{"n":1}`, []string{`"n" is not valid: exclusiveMinimum: got 1, want 1`}},
		{"exact numbers", `{"properties":{"n":{"const":9007199254740993}}}`, `{"n":9007199254740992}`, []string{`"n" must be 9007199254740993`}},
		{"unevaluated", `{"properties":{"a":{}},"unevaluatedProperties":false}`, `{"a":1,"b":1}`, []string{`"b" is not allowed here`}},
		{"valid", `{"type":"object","properties":{"a":{"format":"uri"}}}`, `{"a":"not a uri"}`, nil},
		{"boolean", `true`, `[]`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := compile(t, c.schema).CheckArguments(parse(t, c.value))
			if diff := cmp.Diff(c.want, messages(got)); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, schema string
		code         full.Code
		part         string
	}{
		{"no schema", `[]`, full.CodeInvalid, "object or a boolean"},
		{"meta-schema", `{"type":7}`, full.CodeInvalid, `"schema.type"`},
		{"remote", `{"$ref":"https://example.com/other.json"}`, full.CodeReference, "nothing is fetched"},
		{"file", `{"$ref":"file:///etc/passwd"}`, full.CodeReference, "nothing is fetched"},
		{"relative", `{"$ref":"other.json"}`, full.CodeReference, "nothing is fetched"},
		{"own draft", `{"$schema":"https://example.com/draft"}`, full.CodeReference, "nothing is fetched"},
		{"pointer", `{"$ref":"#/$defs/nowhere"}`, full.CodeReference, ""},
		{"anchor", `{"$ref":"#nowhere"}`, full.CodeReference, ""},
		{"look-ahead", `{"pattern":"^(?!x)"}`, full.CodePattern, `"schema.pattern" is not valid`},
		{"deep", strings.Repeat(`{"items":`, 300) + `{}` + strings.Repeat(`}`, 300), full.CodeLimit, "256 levels"},
		{"large", `{"enum":[0` + strings.Repeat(`,1`, 10_000) + `]}`, full.CodeLimit, "10000 values"},
		{"long", `{"title":"` + strings.Repeat(`x`, full.MaxText) + `"}`, full.CodeLimit, "bytes"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := full.Compile(parse(t, c.schema))
			if full.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.part) {
				t.Errorf("got %q, %v", full.CodeOf(err), err)
			}
		})
	}
	if _, err := full.Compile(jsonvalue.Value{}); full.CodeOf(err) != full.CodeInvalid {
		t.Errorf("absent: %v", err)
	}
	if _, err := full.Compile(parse(t, `{"$ref":"https://json-schema.org/draft/2020-12/schema"}`)); err != nil {
		t.Errorf("the meta-schema is carried along: %v", err)
	}
}

// doubling is a schema whose evaluation doubles at each of its levels.
func doubling(levels int, below string) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/a0","$defs":{`)
	for i := range levels {
		next := `{"$ref":"#/$defs/a` + string(rune('0'+(i+1)/10)) + string(rune('0'+(i+1)%10)) + `"}`
		name := "a0"
		if i > 0 {
			name = "a" + string(rune('0'+i/10)) + string(rune('0'+i%10))
		}
		b.WriteString(`"` + name + `":{"allOf":[` + next + `,` + next + `]},`)
	}
	b.WriteString(`"a` + string(rune('0'+levels/10)) + string(rune('0'+levels%10)) + `":` + below + `}}`)
	return b.String()
}

func TestHostileSchemas(t *testing.T) {
	nested := "1"
	for range 40 {
		nested = `{"c":` + nested + `}`
	}
	for _, c := range []struct {
		name, schema, value string
		kind                schema.Kind
	}{
		{"cycle", `{"$ref":"#"}`, `{}`, full.KindKeyword},
		{"long cycle", `{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"allOf":[{"$ref":"#/$defs/a"}]}},"$ref":"#/$defs/a"}`, `{}`, full.KindKeyword},
		{"doubling", doubling(40, `{"minProperties":0}`), `{}`, full.KindBudget},
		{"doubling to a failure", doubling(40, `{"type":"string"}`), `{}`, full.KindBudget},
		{"doubling with the value",
			`{"$defs":{"n":{"properties":{"c":{"allOf":[{"$ref":"#/$defs/n"},{"$ref":"#/$defs/n"}]}}}},"$ref":"#/$defs/n"}`,
			nested, full.KindBudget},
		{"dynamic cycle", `{"$dynamicAnchor":"x","$dynamicRef":"#x"}`, `{}`, full.KindKeyword},
		{"many literals", `{"items":{"enum":[` + strings.Repeat(`1.5,`, 8_000) + `2]}}`,
			`[` + strings.Repeat(`3,`, 10_000) + `3]`, full.KindBudget},
		{"deep value", `{"additionalProperties":{"$ref":"#"}}`,
			strings.Repeat(`{"c":`, 2_000) + `1` + strings.Repeat(`}`, 2_000), full.KindTooDeep},
		{"long places", `{"items":{"$ref":"#"}}`,
			strings.Repeat(`[`, 900) + strings.Repeat(`1,`, 10_000) + `1` + strings.Repeat(`]`, 900), full.KindBudget},
	} {
		t.Run(c.name, func(t *testing.T) {
			vs := compile(t, c.schema).Violations(parse(t, c.value), "value")
			if len(vs) != 1 || vs[0].Kind != c.kind || !strings.HasPrefix(vs[0].Message, `"value`) {
				t.Errorf("got %v", vs)
			}
		})
	}
}

// TestRecursiveSchemas: references that follow the value are what references are for.
func TestRecursiveSchemas(t *testing.T) {
	tree := compile(t, `{"$defs":{"n":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},
		"l":{"$ref":"#/$defs/n"},"r":{"$ref":"#/$defs/n"}}}},"$ref":"#/$defs/n"}`)
	value := `{"v":0}`
	for range 12 {
		value = `{"v":1,"l":` + value + `,"r":` + value + `}`
	}
	if vs := tree.CheckArguments(parse(t, value)); vs != nil {
		t.Errorf("got %v", messages(vs))
	}
	vs := tree.CheckArguments(parse(t, `{"v":1,"l":{"v":1,"r":{"v":"x"}}}`))
	if diff := cmp.Diff([]string{`"l.r.v" must be an integer`}, messages(vs)); diff != "" {
		t.Error(diff)
	}
}

func TestManyViolations(t *testing.T) {
	s := compile(t, `{"items":{"type":"null"}}`)
	vs := s.Violations(parse(t, `[`+strings.Repeat(`1,`, 50_000)+`1]`), "value")
	if last := vs[len(vs)-1]; last.Kind != schema.KindTruncated || vs[1].Path != "value[1]" {
		t.Errorf("%d violations, the last %v", len(vs), last)
	}
}

func TestAbsent(t *testing.T) {
	if vs := compile(t, `true`).CheckArguments(jsonvalue.Value{}); len(vs) != 1 || vs[0].Kind != schema.KindLossless {
		t.Errorf("got %v", vs)
	}
}

// TestConcurrentSafe: each check has a meter of its own.
func TestConcurrentSafe(t *testing.T) {
	s := compile(t, `{"properties":{"a":{"type":"array","items":{"minimum":1}}}}`)
	good, bad := parse(t, `{"a":[1,2,3]}`), parse(t, `{"a":[0]}`)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if s.CheckArguments(good) != nil || len(s.CheckArguments(bad)) != 1 {
					t.Error("wrong verdict")
				}
			}
		})
	}
	wg.Wait()
}

func BenchmarkViolations(b *testing.B) {
	s := compile(b, `{"type":"object","properties":{"a":{"type":"string","minLength":1},"b":{"type":"integer","minimum":0}},"required":["a"]}`)
	v := parse(b, `{"a":"x","b":3}`)
	b.ReportAllocs()
	for b.Loop() {
		if s.CheckArguments(v) != nil {
			b.Fatal("not valid")
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	raw := parse(b, `{"type":"object","properties":{"a":{"type":"string","minLength":1},"b":{"type":"integer","minimum":0}},"required":["a"]}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := full.Compile(raw); err != nil {
			b.Fatal(err)
		}
	}
}
