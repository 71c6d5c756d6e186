package jsonvalue_test

import (
	"reflect"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"
)

type flatWord string

// flatTarget has a field of every kind that is read without the library.
type flatTarget struct {
	Text    string   `json:"text"`
	Word    flatWord `json:"word,omitempty"`
	Yes     bool     `json:"yes,omitzero"`
	Plain   int
	Small   int8    `json:"small"`
	Big     uint64  `json:"big"`
	Ratio   float64 `json:"ratio"`
	Skipped string  `json:"-"`
}

// twin is decoded by the library: the pointer keeps it from being flat.
type twin struct {
	flatTarget
	Pointer *int `json:"pointer"`
}

// What is read without the library is what the library reads.
func TestFlatDecodingFollowsLibrary(t *testing.T) {
	values := []string{
		`"a"`, `""`, `"é\n"`, `"\""`, `true`, `false`, `null`, `0`, `-1`, `127`, `128`, `1.0`, `1e2`, `2.5`, `1e400`,
		`18446744073709551615`, `18446744073709551616`, `9007199254740993`, `-9223372036854775808`, `0.1`, `[]`, `{}`, `[1]`,
	}
	names := []string{"text", "word", "yes", "Plain", "small", "big", "ratio", "Skipped", "TEXT", "other", `a\"b`}
	rapid.Check(t, func(t *rapid.T) {
		text := "{"
		used := map[string]bool{}
		for range rapid.IntRange(0, 5).Draw(t, "members") {
			name := rapid.SampledFrom(names).Draw(t, "name")
			if used[name] {
				continue
			}
			used[name] = true
			if len(text) > 1 {
				text += ","
			}
			text += `"` + name + `":` + rapid.SampledFrom(values).Draw(t, "value")
		}
		text += "}"
		v, err := jsonvalue.ParseString(text)
		if err != nil {
			t.Skip(err)
		}
		var got flatTarget
		var want twin
		gotErr, wantErr := v.Decode(&got), v.Decode(&want)
		if (gotErr == nil) != (wantErr == nil) || gotErr == nil && !reflect.DeepEqual(got, want.flatTarget) {
			t.Fatalf("%s: got %+v, %v; the library %+v, %v", text, got, gotErr, want.flatTarget, wantErr)
		}
		if gotErr != nil && gotErr.Error() != wantErr.Error() {
			t.Fatalf("%s: %v; the library says %v", text, gotErr, wantErr)
		}
	})
}

type flatMethod struct {
	Text string `json:"text"`
}

func (m *flatMethod) UnmarshalJSON([]byte) error { m.Text = "own"; return nil }

type flatQuoted struct {
	N int `json:"n,string"`
}

// Types that decode themselves, or with options, are the library's.
func TestFlatDecodingKnowsItsLimits(t *testing.T) {
	v, err := jsonvalue.ParseString(`{"text":"a","n":"7"}`)
	if err != nil {
		t.Fatal(err)
	}
	var m flatMethod
	if err := v.Decode(&m); err != nil || m.Text != "own" {
		t.Errorf("%+v, %v", m, err)
	}
	var q, want flatQuoted
	gotErr, wantErr := v.Decode(&q), json.Unmarshal([]byte(v.Text()), &want)
	if q != want || (gotErr == nil) != (wantErr == nil) {
		t.Errorf("%+v, %v; the library %+v, %v", q, gotErr, want, wantErr)
	}
	var hidden, seen struct{ a int }
	gotErr, wantErr = v.Decode(&hidden), json.Unmarshal([]byte("{}"), &seen)
	if hidden != seen || (gotErr == nil) != (wantErr == nil) {
		t.Errorf("%v; the library says %v", gotErr, wantErr)
	}
	if err := v.Decode((*flatTarget)(nil)); err == nil {
		t.Error("decoded into nil")
	}
}
