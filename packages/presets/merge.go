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
	if len(bytes.TrimSpace(below)) == 0 {
		below = []byte("{}")
	}
	if len(bytes.TrimSpace(above)) == 0 {
		return below
	}
	under, ok := members(below)
	over, isObject := members(above)
	if !ok || !isObject {
		return above
	}
	for name, value := range over {
		switch _, isObject := members(value); {
		case string(value) == "null":
			delete(under, name)
		case isObject && under[name] != nil:
			under[name] = merged(under[name], value)
		case isObject:
			under[name] = merged(nil, value)
		default:
			under[name] = value
		}
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
