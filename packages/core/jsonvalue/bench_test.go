package jsonvalue_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// record is one row of a large tool output.
type record struct {
	Path    string   `json:"path"`
	Line    int      `json:"line"`
	Text    string   `json:"text"`
	Score   float64  `json:"score"`
	Exact   bool     `json:"exact"`
	Tags    []string `json:"tags"`
	Comment string   `json:"comment,omitempty"`
}

func makeRecords(size int) []record {
	var rows []record
	for total := 0; total < size; total += 150 {
		i := len(rows)
		rows = append(rows, record{
			Path: fmt.Sprintf("packages/core/part%d/file%d.go", i%97, i), Line: i, Score: float64(i) / 7,
			Text: fmt.Sprintf("func handler%d(ctx context.Context) error { return nil }", i), Exact: i%2 == 0,
			Tags: []string{"go", "source"},
		})
	}
	return rows
}

func largeText(size int) []byte {
	text, err := json.Marshal(makeRecords(size))
	if err != nil {
		panic(err)
	}
	return text
}

func wideObject(members int) string {
	var b strings.Builder
	for i := range members {
		fmt.Fprintf(&b, ",\"m%d\":%d", i, i)
	}
	return "{" + b.String()[1:] + "}"
}

const small = `{"value":"x"}`

func BenchmarkParse(b *testing.B) {
	b.Run("small", func(b *testing.B) { benchParse(b, []byte(small)) })
	b.Run("10MB", func(b *testing.B) { benchParse(b, largeText(10_000_000)) })
	b.Run("10MB_indented", func(b *testing.B) {
		text, _ := jsontext.AppendFormat(nil, largeText(10_000_000), jsontext.Multiline(true))
		benchParse(b, text)
	})
	b.Run("10MB_string", func(b *testing.B) {
		benchParse(b, []byte(`"`+strings.Repeat("some text with\\n escapes ", 400_000)+`"`))
	})
}

func benchParse(b *testing.B, text []byte) {
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsonvalue.Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFloor has the figures to compare with: the bare syntax checks.
func BenchmarkFloor(b *testing.B) {
	text := largeText(10_000_000)
	b.Run("10MB_json.Valid", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if !json.Valid(text) {
				b.Fatal()
			}
		}
	})
	b.Run("10MB_jsontext.IsValid", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if !jsontext.Value(text).IsValid() {
				b.Fatal()
			}
		}
	})
	b.Run("10MB_jsontext.IsValidDup", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if !jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true)) {
				b.Fatal()
			}
		}
	})
	b.Run("10MB_v2any", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			jsonv2.Unmarshal(text, &v)
		}
	})
	b.Run("10MB_v2Marshal", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		r := makeRecords(10_000_000)
		b.ReportAllocs()
		for b.Loop() {
			jsonv2.Marshal(r)
		}
	})
}

func BenchmarkTree(b *testing.B) {
	for _, size := range []int{0, 10_000_000} {
		text := []byte(small)
		if size > 0 {
			text = largeText(size)
		}
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				v, _ := jsonvalue.Parse(text)
				if v.Len() == 0 {
					b.Fatal()
				}
			}
		})
	}
}

func BenchmarkMarshal(b *testing.B) {
	rows := makeRecords(10_000_000)
	b.Run("10MB", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			v, err := jsonvalue.Marshal(rows)
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(v.Text())))
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	b.Run("small", func(b *testing.B) {
		v, _ := jsonvalue.ParseString(small)
		b.ReportAllocs()
		for b.Loop() {
			var into struct {
				Value string `json:"value"`
			}
			if err := v.Decode(&into); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFrom(b *testing.B) {
	v, _ := jsonvalue.Parse(largeText(100_000))
	plain := v.Interface()
	b.Run("100KB", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			jsonvalue.From(plain)
		}
	})
	fresh, _ := jsonvalue.From(plain)
	b.Run("text", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(int64(len(fresh.Text())))
		for b.Loop() {
			w := jsonvalue.Array(fresh.Index(0), fresh.Index(1))
			_ = w
			fresh.AppendText(nil)
		}
	})
}
