package presets

import (
	"bytes"
	"encoding/json"
)

// merged is a row's configuration with the members of another over it, as JSON
// Merge Patch has it (RFC 7396): objects member by member, everything else as a
// whole, and null takes a member out. What is no object is left as it is: whoever
// reads it will refuse it.
func merged(below, above []byte) []byte {
	if len(bytes.TrimSpace(above)) == 0 {
		return below
	}
	over, ok := members(above)
	if !ok {
		return above
	}
	under, ok := members(below)
	if !ok {
		under = map[string]json.RawMessage{}
	}
	for name, value := range over {
		if string(value) == "null" {
			delete(under, name)
			continue
		}
		under[name] = merged(under[name], value)
	}
	text, err := json.Marshal(under)
	if err != nil {
		return above // not JSON somewhere within
	}
	return text
}

// members are those of a JSON object.
func members(text []byte) (map[string]json.RawMessage, bool) {
	var all map[string]json.RawMessage
	err := json.Unmarshal(text, &all)
	return all, err == nil && all != nil
}
