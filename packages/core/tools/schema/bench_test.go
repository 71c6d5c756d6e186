package schema_test

import (
	stdjson "encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
	"github.com/dsh-go/dsh/packages/core/tools/schema"
)

// workload has the schema and the value of twenty fields, and the schema of records.
func workload(tb testing.TB) (args, records *schema.Schema, value jsonvalue.Value) {
	tb.Helper()
	w := loadVectors(tb, "workload.json")
	var compiled [2]*schema.Schema
	for i, name := range []string{"argsSchema", "outputSchema"} {
		s, err := schema.Compile(get(w, name))
		if err != nil {
			tb.Fatal(err)
		}
		compiled[i] = s
	}
	return compiled[0], compiled[1], parse(tb, get(w, "args").Text())
}

func parse(tb testing.TB, text string) jsonvalue.Value {
	tb.Helper()
	v, err := jsonvalue.ParseString(text)
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

// decoded returns the value with its tree built.
func decoded(v jsonvalue.Value) jsonvalue.Value {
	v.Len()
	return v
}

// records is a text of about so many bytes.
func records(size int) string {
	var b strings.Builder
	b.WriteByte('[')
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"record number %d","score":%d.5,"active":%t,"tags":["a%d","beta","gamma"]}`,
			i, i, i%100, i%2 == 0, i%7)
	}
	b.WriteByte(']')
	return b.String()
}

func BenchmarkValidArgs20(b *testing.B) {
	s, _, value := workload(b)
	plain := decoded(parse(b, value.Text()))
	hand := decodeStd(b, value.Text())
	b.Run("tree", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if !s.Valid(plain) {
				b.Fatal("not valid")
			}
		}
	})
	b.Run("text", func(b *testing.B) {
		raw := parse(b, value.Text())
		b.ReportAllocs()
		for b.Loop() {
			if !s.Valid(raw) {
				b.Fatal("not valid")
			}
		}
	})
	b.Run("hand", func(b *testing.B) {
		for b.Loop() {
			if !checkedByHand(hand) {
				b.Fatal("not valid")
			}
		}
	})
}

func BenchmarkValidRecords10MB(b *testing.B) {
	_, s, _ := workload(b)
	text := records(10 << 20)
	raw, tree := parse(b, text), decoded(parse(b, text))
	for name, v := range map[string]jsonvalue.Value{"text": raw, "tree": tree} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if !s.Valid(v) {
					b.Fatal("not valid")
				}
			}
		})
	}
	b.Run("syntax", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if !stdjson.Valid([]byte(text)) {
				b.Fatal("not valid")
			}
		}
	})
}

func BenchmarkViolationsArgs20(b *testing.B) {
	s, _, value := workload(b)
	bad := decoded(parse(b, strings.Replace(value.Text(), `"safe"`, `"slow"`, 1)))
	b.ReportAllocs()
	for b.Loop() {
		if len(s.Violations(bad, "")) != 1 {
			b.Fatal("want one violation")
		}
	}
}

func BenchmarkCompileArgs20(b *testing.B) {
	s, _, _ := workload(b)
	raw := parse(b, s.Value().Text())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := schema.Compile(raw); err != nil {
			b.Fatal(err)
		}
	}
}

func decodeStd(tb testing.TB, text string) any {
	tb.Helper()
	var v any
	if err := stdjson.Unmarshal([]byte(text), &v); err != nil {
		tb.Fatal(err)
	}
	return v
}
