package imagefile

import (
	"bytes"
	"fmt"
)

// Limits bound a picture. All are positive.
type Limits struct {
	// MaxSide and MaxPixels are the largest width or height, and area, that is decoded.
	MaxSide, MaxPixels int
	// SendSide and SendBytes are the largest width or height, and size, that is passed on; a larger
	// picture is made smaller.
	SendSide, SendBytes int
}

// DefaultLimits are those of §9.4.
func DefaultLimits() Limits {
	return Limits{MaxSide: 8192, MaxPixels: 64_000_000, SendSide: 2048, SendBytes: 4 << 20}
}

// Size is a width and a height in pixels.
type Size struct {
	Width  int `json:"width"`
	Height int `json:"height"`
}

// Picture is a picture fit to be passed on.
type Picture struct {
	MediaType string
	Data      []byte
	Size      Size
	// Original is the size before scaling; it equals Size when nothing was scaled.
	Original Size
}

// Problem is a reason to refuse a picture, with what to do about it.
type Problem struct {
	Reason string
	// Err is what the decoder said, if it was asked.
	Err error
}

// Error returns the reason.
func (p *Problem) Error() string { return p.Reason }

// Unwrap returns what the decoder said.
func (p *Problem) Unwrap() error { return p.Err }

// Load checks the bytes of a file and returns the picture in them. The error is a [*Problem].
func Load(data []byte, l Limits) (Picture, error) {
	f, ok := formatOf(data)
	switch {
	case len(data) == 0:
		return Picture{}, &Problem{Reason: "the file is empty"}
	case !ok:
		return Picture{}, &Problem{Reason: "the content is no PNG, JPEG, WebP or GIF picture; " +
			"convert it to one of these, or use read if it is text (SVG is)"}
	}
	size, err := l.measure(f, data)
	if err != nil {
		return Picture{}, err
	}
	picture, err := f.decode(bytes.NewReader(data))
	if err != nil {
		return Picture{}, broken(f, err)
	}
	p := Picture{MediaType: f.mediaType, Data: data, Size: size, Original: size}
	if max(size.Width, size.Height) <= l.SendSide && len(data) <= l.SendBytes {
		return p, nil
	}
	return l.shrink(p, picture)
}

// measure looks at the dimensions without decoding the picture.
func (l Limits) measure(f format, data []byte) (Size, error) {
	c, err := f.config(bytes.NewReader(data))
	if err != nil {
		return Size{}, broken(f, err)
	}
	switch {
	case c.Width <= 0 || c.Height <= 0:
		return Size{}, &Problem{Reason: "the picture has no area"}
	case max(c.Width, c.Height) > l.MaxSide:
		return Size{}, &Problem{Reason: fmt.Sprintf("the picture is %dx%d px; no side may exceed %d px. "+
			"Scale it down or crop it first", c.Width, c.Height, l.MaxSide)}
	case c.Width*c.Height > l.MaxPixels:
		return Size{}, &Problem{Reason: fmt.Sprintf("the picture has %d pixels; at most %d are accepted. "+
			"Scale it down or crop it first", c.Width*c.Height, l.MaxPixels)}
	}
	return Size{Width: c.Width, Height: c.Height}, nil
}

func broken(f format, err error) *Problem {
	return &Problem{Err: err, Reason: fmt.Sprintf(
		"the content begins like %s and cannot be decoded: %v. Write the picture again", f.mediaType, err)}
}
