package quickjs

// Check configures the type check of programs before they run.
type Check struct {
	// Command is the checker with its arguments.
	Command []string `json:"command,omitzero"`
}

func (c Check) withDefaults() Check { return c }
func (c Check) validate() error     { return nil }
