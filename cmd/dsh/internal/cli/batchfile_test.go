package cli

import (
	"testing"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/google/go-cmp/cmp"
)

func TestReadBatch(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []tools.RawCall
	}{
		{"array", `[{"name":"a","arguments":{"x":1}},{"callId":"z","name":"b"}]`, []tools.RawCall{
			{CallID: "call-1", Name: "a", Arguments: `{"x":1}`}, {CallID: "z", Name: "b"},
		}},
		{"lines", "{\"name\":\"a\"}\n\n{\"name\":\"b\",\"arguments\":\"{oops\"}\n", []tools.RawCall{
			{CallID: "call-1", Name: "a"}, {CallID: "call-2", Name: "b", Arguments: "{oops"},
		}},
		{"made ids avoid given ones", `[{"name":"a"},{"callId":"call-1","name":"b"}]`, []tools.RawCall{
			{CallID: "call-2", Name: "a"}, {CallID: "call-1", Name: "b"},
		}},
		{"arguments stay as written", `{"name":"a","arguments":{"n":9007199254740993,"n":1e400}}`, []tools.RawCall{
			{CallID: "call-1", Name: "a", Arguments: `{"n":9007199254740993,"n":1e400}`},
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readBatch("f", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadBatchNamesThePlace(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"no JSON", "x", "f:1:1: not JSON: invalid character 'x' at start of value"},
		{"cut array", `[{"name":"a"}`, "f:1:14: not JSON: the input ends inside a value"},
		{"cut object", `{"name":`, "f:1:9: not JSON: the input ends inside a value"},
		{"second line", "{\"name\":\"a\"}\n  7", `f:2:3: a call must be an object like {"name": "read", "arguments": {…}}`},
		{"arguments of another kind", `{"name":"a","arguments":3}`, `f:1:25: "arguments" must be an object, or a text of JSON`},
		{"name of another kind", `{"name":null}`, `f:1:9: "name" must be a text`},
		{"broken name", `{"name": nul}`, "f:1:13: not JSON: invalid character '}' in literal null (expecting 'l')"},
		{"empty name", `{"name":""}`, `f:1:9: "name" is empty`},
		{"no name", "\n{}", `f:2:1: the call has no "name"`},
		{"unknown member", `{"nam":"a"}`, `f:1:2: unknown member "nam": a call has callId, name and arguments`},
		{"member twice", `{"name":"a","name":"b"}`, `f:1:13: member "name" appears twice`},
		{"id twice", "{\"callId\":\"1\",\"name\":\"a\"}\n{\"callId\":\"1\",\"name\":\"b\"}", `f:2:2: callId "1" is used twice: give each call its own, or none`},
		{"empty array", "[]", "f:1:2: no calls: give a JSON array of calls, or one call a line"},
		{"empty file", "", "f:1:1: no calls: give a JSON array of calls, or one call a line"},
		{"more after the array", `[{"name":"a"}] 3`, "f:1:16: text after the array of calls: put every call into the array"},
		{"trailing comma", `{"name":"a",}`, "f:1:12: not JSON: invalid character ',' at start of value"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			calls, err := readBatch("f", []byte(tt.text))
			if err == nil || err.Error() != tt.want {
				t.Errorf("got %v, %v; want %s", calls, err, tt.want)
			}
		})
	}
}
