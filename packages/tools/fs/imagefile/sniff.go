package imagefile

import (
	"bytes"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

// The media types that are known.
const (
	PNG  = "image/png"
	JPEG = "image/jpeg"
	WebP = "image/webp"
	GIF  = "image/gif"
)

// format is one kind of picture.
type format struct {
	mediaType string
	matches   func(head []byte) bool
	config    func(io.Reader) (image.Config, error)
	decode    func(io.Reader) (image.Image, error)
}

func startsWith(magic string) func([]byte) bool {
	return func(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }
}

func isWebP(head []byte) bool {
	return len(head) >= 12 && string(head[:4]) == "RIFF" && string(head[8:12]) == "WEBP"
}

// formats lists the kinds.
func formats() []format {
	return []format{
		{PNG, startsWith("\x89PNG\r\n\x1a\n"), png.DecodeConfig, png.Decode},
		{JPEG, startsWith("\xff\xd8\xff"), jpeg.DecodeConfig, jpeg.Decode},
		{GIF, startsWith("GIF8"), gif.DecodeConfig, gif.Decode},
		{WebP, isWebP, webp.DecodeConfig, webp.Decode},
	}
}

// Sniff returns the media type that the bytes of a file have, "" for none that is known.
func Sniff(data []byte) string {
	if f, ok := formatOf(data); ok {
		return f.mediaType
	}
	return ""
}

func formatOf(data []byte) (format, bool) {
	for _, f := range formats() {
		if f.matches(data) {
			return f, true
		}
	}
	return format{}, false
}
