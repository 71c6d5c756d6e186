package jsonvalue_test

import (
	"os"
	"testing"

	"github.com/dsh-go/dsh/packages/core/jsonvalue"
)

// The texts of values that the original runtime accepts are fixed points; it passes lone
// surrogates, which are lossy here (R39).
func TestVectors(t *testing.T) {
	file, err := os.ReadFile("testdata/ptc-json.json")
	if err != nil {
		t.Fatal(err)
	}
	all, err := jsonvalue.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	var suite struct {
		Cases []struct {
			ID   string  `json:"id"`
			JSON *string `json:"json"`
		} `json:"cases"`
	}
	if err := all.Decode(&suite); err != nil {
		t.Fatal(err)
	}
	surrogates := map[string]bool{"json-024": true}
	for _, c := range suite.Cases {
		if c.JSON == nil {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			v, err := jsonvalue.ParseString(*c.JSON)
			if surrogates[c.ID] {
				if jsonvalue.CodeOf(err) != jsonvalue.CodeLossy {
					t.Errorf("error = %v", err)
				}
				return
			}
			if err != nil || v.Text() != *c.JSON {
				t.Errorf("%s became %s, %v", *c.JSON, v, err)
			}
		})
	}
}
