package write

// Config configures the tool. The zero value is usable.
type Config struct {
	// Root is the directory of relative paths for calls whose agent has no workspace; empty is the
	// process's.
	Root string `json:"root,omitzero"`
}
