package host

import (
	"log/slog"
	"time"

	"github.com/dsh-go/dsh/packages/presets"
)

// Options configure a host. The zero value is ready.
type Options struct {
	// Logger gets what the host and the registry report; nil discards it.
	Logger *slog.Logger
	// StopTimeout is how long Close waits for everything to end before it gives
	// up and says what still ran; 0 means 30 s.
	StopTimeout time.Duration
	// Parts are linked beside those of the preset, for what only the program that
	// starts the host knows: exporters of telemetry, who answers an MCP server.
	Parts []presets.Part
}

// defaultStopTimeout is when the process gives up waiting for its shutdown.
const defaultStopTimeout = 30 * time.Second
