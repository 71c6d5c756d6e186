package provider

import "log/slog"

// Key is a credential. However it is printed, logged or encoded, it says only that it is one.
type Key string

const redacted = "[redacted]"

// String returns a placeholder.
func (Key) String() string { return redacted }

// GoString returns a placeholder.
func (Key) GoString() string { return redacted }

// LogValue returns a placeholder.
func (Key) LogValue() slog.Value { return slog.StringValue(redacted) }

// MarshalText returns a placeholder, so that encoded configuration does not hold the key.
func (Key) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// Reveal returns the key itself, for the one place that puts it into a request.
func (k Key) Reveal() string { return string(k) }
