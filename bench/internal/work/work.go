// Package work is the shared work of all sides: schemas, values, programs and
// files.
package work

import (
	_ "embed"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/dsh-go/dsh/bench/internal/meter"
)

//go:embed workload.json
var workload []byte

//go:embed programs.json
var programs []byte

// Prelude is the bridge that every embedded peer engine gets.
//
//go:embed prelude.js
var Prelude string

// Load is the work that is described in JSON.
type Load struct {
	ArgsSchema   json.RawMessage
	Args         json.RawMessage
	OutputSchema json.RawMessage
	NoopSchema   json.RawMessage
	NoopArgs     json.RawMessage
}

// Read returns the described work: that of $YARD_WORKLOAD, or our own.
func Read() Load {
	text := workload
	if path := os.Getenv("YARD_WORKLOAD"); path != "" {
		var err error
		text, err = os.ReadFile(path)
		meter.Check(err)
	}
	var l Load
	meter.Check(json.Unmarshal(text, &l))
	return l
}

// Programs returns the programs by case.
func Programs() map[string]string {
	var m map[string]string
	meter.Check(json.Unmarshal(programs, &m))
	return m
}

// Fixture returns the path of a fixture file; the suite sets $YARD_FIXTURES.
func Fixture(name string) string { return filepath.Join(os.Getenv("YARD_FIXTURES"), name) }

// FixtureText reads a fixture file.
func FixtureText(name string) []byte {
	text, err := os.ReadFile(Fixture(name))
	meter.Check(err)
	return text
}

// Noop is the arguments of the smallest call.
type Noop struct {
	Value string `json:"value"`
}

// Wide is the arguments with twenty fields.
type Wide struct {
	ID      string   `json:"id"`
	Title   string   `json:"title"`
	Count   int64    `json:"count"`
	Ratio   float64  `json:"ratio"`
	Enabled bool     `json:"enabled"`
	Mode    string   `json:"mode"           enum:"fast,safe,dry"`
	Note    string   `json:"note,omitempty"`
	Tags    []string `json:"tags"`
	Owner   Owner    `json:"owner"`
	Limits  Limits   `json:"limits"`
	Items   []Item   `json:"items"`
}

// Owner is part of [Wide].
type Owner struct {
	Name    string  `json:"name"`
	Email   string  `json:"email"`
	Age     int64   `json:"age"`
	Address Address `json:"address"`
}

// Address is part of [Owner].
type Address struct {
	Street  string `json:"street"`
	City    string `json:"city"`
	Zip     string `json:"zip"`
	Country string `json:"country"`
}

// Limits is part of [Wide].
type Limits struct {
	MaxRetries int64   `json:"maxRetries"`
	TimeoutMS  float64 `json:"timeoutMs"`
	Burst      int64   `json:"burst"`
}

// Item is part of [Wide].
type Item struct {
	Key   string  `json:"key"`
	Value float64 `json:"value"`
}

// Record is one record of the large outputs.
type Record struct {
	ID     int64    `json:"id"`
	Name   string   `json:"name"`
	Score  float64  `json:"score"`
	Active bool     `json:"active"`
	Tags   []string `json:"tags"`
}
