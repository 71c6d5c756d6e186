package presets

// Code is the stable identity of a refused composition.
type Code string

const (
	// CodeUnknownPreset: no preset of that name is known.
	CodeUnknownPreset Code = "UNKNOWN_PRESET"
	// CodeUnknownPlugin: a row names a plugin that no part provides.
	CodeUnknownPlugin Code = "UNKNOWN_PLUGIN"
	// CodeDuplicateRow: a preset mounts the same plugin twice in one plane.
	CodeDuplicateRow Code = "DUPLICATE_ROW"
	// CodeDuplicatePlugin: two parts provide plugins of one name.
	CodeDuplicatePlugin Code = "DUPLICATE_PLUGIN"
	// CodeBadFile: a configuration file cannot be used.
	CodeBadFile Code = "BAD_CONFIG_FILE"
	// CodeWiring: the parts do not fit together.
	CodeWiring Code = "BAD_WIRING"
	// CodeMount: a row's plugin failed to install.
	CodeMount Code = "MOUNT_FAILED"
)

// Error is a refused composition. The message names the place and the mend.
type Error struct {
	Code    Code
	Message string
	Err     error
}

// Error returns the message, and the cause's where there is one.
func (e *Error) Error() string {
	if e.Err == nil {
		return e.Message
	}
	return e.Message + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// ErrorCode returns the code as text.
func (e *Error) ErrorCode() string { return string(e.Code) }

// ErrorName returns the class of the failure.
func (e *Error) ErrorName() string { return "PresetError" }
