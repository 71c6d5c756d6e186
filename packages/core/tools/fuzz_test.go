package tools_test

import (
	"encoding/json"
	"testing"
)

// Any argument text ends in exactly one result that can be recorded.
func FuzzArguments(f *testing.F) {
	for _, text := range []string{"", "{}", `{"value":"x"}`, `{"value":1}`, "{oops", `{"value":"\ud800"}`, `[1e400]`, "\xff", `{"value":"a","value":"b"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		w := newWorld(t)
		w.register(echoTool(t, "echo"))
		r := w.call(t.Context(), "echo", text)
		if r.IsError() != r.Value().IsAbsent() {
			t.Fatalf("neither a value nor a failure, or both: %v %v", r.IsError(), r.Value().Text())
		}
		if r.IsError() {
			return
		}
		var args map[string]any
		if err := json.Unmarshal([]byte(text), &args); err != nil {
			t.Fatalf("%q ran although it is not JSON: %v", text, err)
		}
		if got, _ := r.Value().AsString(); got != args["value"] {
			t.Fatalf("%q: body saw %q, encoding/json reads %q", text, got, args["value"])
		}
	})
}
