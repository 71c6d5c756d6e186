package plugin

import (
	"bytes"

	"github.com/go-json-experiment/json"
)

// newConfig returns a configuration with its defaults.
func newConfig[C any]() *C {
	c := new(C)
	if d, ok := any(*c).(Defaulter[C]); ok {
		*c = d.Defaults()
	}
	return c
}

// resolve turns the text of a configuration into the value f is called with.
func resolve[C any](name string, text []byte) (*C, error) {
	c := newConfig[C]()
	if text = bytes.TrimSpace(text); len(text) == 0 || string(text) == "null" {
		text = []byte("{}")
	}
	if err := json.Unmarshal(text, c, json.RejectUnknownMembers(true)); err != nil {
		return nil, explain(name, err)
	}
	if err := validate(c); err != nil {
		return nil, &Error{Code: CodeInvalid, Plugin: name, Err: err}
	}
	return c, nil
}

// validate finds Validate on the pointer, and on a C that is a pointer itself.
func validate[C any](c *C) error {
	if v, ok := any(c).(Validator); ok {
		return v.Validate()
	}
	if v, ok := any(*c).(Validator); ok {
		return v.Validate()
	}
	return nil
}
