package spill

// Config configures a policy. The zero value is off.
type Config struct {
	// MaxInlineBytes is how many bytes of text a result may show the model, the
	// notice included; nil switches the policy off.
	MaxInlineBytes *int `json:"maxInlineBytes,omitempty"`
	// Joined puts the beginning and the end next to each other without the line
	// that marks the gap.
	Joined bool `json:"joined,omitzero"`
}

// Validate refuses a negative limit.
func (c Config) Validate() error {
	if c.MaxInlineBytes != nil && *c.MaxInlineBytes < 0 {
		return &Error{Code: CodeConfig, Message: "maxInlineBytes must be 0 or more, or left out to switch spilling off"}
	}
	return nil
}

// limit returns the cap in bytes, false when the policy is off.
func (c Config) limit() (int, bool) {
	if c.MaxInlineBytes == nil {
		return 0, false
	}
	return *c.MaxInlineBytes, true
}
