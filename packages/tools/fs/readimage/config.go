package readimage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/tools/fs/imagefile"
)

// DefaultMaxBytes bounds the file.
const DefaultMaxBytes = 20 << 20

// Config configures the tool. Zeros are defaults.
type Config struct {
	// Root is the directory of relative paths for calls whose agent has no workspace; empty is the
	// process's.
	Root string `json:"root,omitzero"`
	// Models lists the models that can see, as "provider/model", where a "*" at the end stands for
	// anything. Empty: all can.
	Models []string `json:"models,omitzero"`
	// MediaTypes lists the media types that the deployment accepts. Empty: all that are known.
	MediaTypes []string `json:"mediaTypes,omitzero"`
	// MaxBytes bounds the file.
	MaxBytes int64 `json:"maxBytes,omitzero"`
	// MaxSide and MaxPixels bound the picture in pixels.
	MaxSide   int `json:"maxSide,omitzero"`
	MaxPixels int `json:"maxPixels,omitzero"`
	// SendSide and SendBytes bound what the model gets; a larger picture is scaled down.
	SendSide  int `json:"sendSide,omitzero"`
	SendBytes int `json:"sendBytes,omitzero"`
}

var known = []string{imagefile.PNG, imagefile.JPEG, imagefile.WebP, imagefile.GIF}

// Resolve returns the configuration with the defaults in place of zeros.
func (c Config) Resolve() Config {
	d := imagefile.DefaultLimits()
	for _, f := range []struct {
		value    *int
		fallback int
	}{
		{&c.MaxSide, d.MaxSide}, {&c.MaxPixels, d.MaxPixels},
		{&c.SendSide, d.SendSide}, {&c.SendBytes, d.SendBytes},
	} {
		if *f.value == 0 {
			*f.value = f.fallback
		}
	}
	if c.MaxBytes == 0 {
		c.MaxBytes = DefaultMaxBytes
	}
	if len(c.MediaTypes) == 0 {
		c.MediaTypes = known
	}
	return c
}

// Validate refuses unknown media types and negative numbers.
func (c Config) Validate() error {
	for _, mediaType := range c.MediaTypes {
		if !slices.Contains(known, mediaType) {
			return fmt.Errorf("unknown media type %q: use %s", mediaType, strings.Join(known, ", "))
		}
	}
	for name, n := range map[string]int64{
		"maxBytes": c.MaxBytes, "maxSide": int64(c.MaxSide), "maxPixels": int64(c.MaxPixels),
		"sendSide": int64(c.SendSide), "sendBytes": int64(c.SendBytes),
	} {
		if n < 0 {
			return fmt.Errorf("%s must be a positive integer, got %d", name, n)
		}
	}
	return nil
}

func (c Config) limits() imagefile.Limits {
	return imagefile.Limits{
		MaxSide: c.MaxSide, MaxPixels: c.MaxPixels, SendSide: c.SendSide, SendBytes: c.SendBytes,
	}
}

// sees tells whether the model is one of those listed.
func (c Config) sees(model llm.Selection) bool {
	name := model.String()
	for _, listed := range c.Models {
		if prefix, open := strings.CutSuffix(listed, "*"); open && strings.HasPrefix(name, prefix) {
			return true
		}
		if name == listed {
			return true
		}
	}
	return false
}
