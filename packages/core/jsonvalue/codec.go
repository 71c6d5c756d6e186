package jsonvalue

import (
	"errors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

var errAbsent = &Error{Code: CodeLossy, Err: errors.New("an absent value")}

// MarshalJSONTo writes the text. An absent value is lossy: leave its field out with the
// option omitzero. More than [MaxTextDepth] levels have the code CodeDepth.
func (v Value) MarshalJSONTo(enc *jsontext.Encoder) error {
	if v.IsAbsent() {
		return errAbsent
	}
	err := enc.WriteValue(asBytes(v.Text()))
	if isTooDeepError(err) {
		return &Error{Code: CodeDepth, Err: errTooDeep}
	}
	return err
}

// UnmarshalJSONFrom reads one value; see [Parse] for what it accepts. A failure leaves v
// as it was.
func (v *Value) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	finish := settle // the decoder has checked the rest, unless it was told not to
	if isSet(dec, jsontext.AllowDuplicateNames) || isSet(dec, jsontext.AllowInvalidUTF8) {
		finish = check
	}
	read, err := parseCopy([]byte(raw), finish)
	if err != nil {
		return err
	}
	*v = read
	return nil
}

func isSet(dec *jsontext.Decoder, option func(bool) jsontext.Options) bool {
	set, _ := json.GetOption(dec.Options(), option)
	return set
}

// MarshalJSON is MarshalJSONTo for encoding/json, which may escape the text further.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.IsAbsent() {
		return nil, errAbsent
	}
	return v.AppendText(nil), nil
}

// UnmarshalJSON is UnmarshalJSONFrom for encoding/json.
func (v *Value) UnmarshalJSON(text []byte) error {
	read, err := Parse(text)
	if err == nil {
		*v = read
	}
	return err
}
