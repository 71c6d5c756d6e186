package conformance

import (
	"errors"
	"fmt"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// suites are the vector files that this runner knows, by name.
func suites() map[string]suite {
	return map[string]suite{
		"json-schema-accept": acceptSuite,
		"json-schema-reject": rejectSuite,
		"dsl-to-json-schema": dslSuite,
		"ts-types":           typesSuite,
		"registry-view":      viewSuite,
		"tool-order":         orderSuite,
		"pipeline-outcomes":  pipelineSuite,
		"scheduling":         scheduleSuite,
		"timeout":            timeoutSuite,
		"fs-read":            readSuite,

		"bash":         elsewhere("bash"),
		"fs-write":     elsewhere("fs-write"),
		"fs-edit":      elsewhere("fs-edit"),
		"glob-grep":    elsewhere("glob-grep"),
		"spill":        elsewhere("spill"),
		"ptc-console":  consoleSuite,
		"ptc-json":     jsonSuite,
		"ptc-programs": programSuite,
		"ptc-render":   renderSuite,
		"sdk-render":   sdkTextSuite,
	}
}

// elsewhere is a suite that this runner does not run: its cases are counted as
// skipped.
func elsewhere(name string) suite {
	return func(file []byte) ([]vectorCase, error) {
		var members map[string]jsontext.Value
		if err := json.Unmarshal(file, &members, jsontext.AllowInvalidUTF8(true)); err != nil {
			return nil, err
		}
		skip := fmt.Errorf("suite %s is run by the tests of its own module: %w", name, errors.ErrUnsupported)
		var cases []vectorCase
		for member, raw := range members {
			var list []struct {
				ID string `json:"id"`
			}
			if json.Unmarshal(raw, &list, jsontext.AllowInvalidUTF8(true)) != nil {
				continue // no list of cases
			}
			for i, c := range list {
				id := c.ID
				if id == "" {
					id = fmt.Sprintf("%s-%d", member, i)
				}
				cases = append(cases, vectorCase{id: id, check: func(Driver) error { return skip }})
			}
		}
		return cases, nil
	}
}
