package imagefile

import (
	"bytes"
	"image"
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
)

// shrink scales and encodes the picture until it fits.
func (l Limits) shrink(p Picture, from image.Image) (Picture, error) {
	for side := min(l.SendSide, max(p.Size.Width, p.Size.Height)); side > 0; side = side * 3 / 4 {
		scaled := scale(from, side)
		bounds := scaled.Bounds()
		p.Size = Size{Width: bounds.Dx(), Height: bounds.Dy()}
		data, mediaType, err := encode(scaled, p.MediaType, l.SendBytes)
		if err != nil {
			return Picture{}, &Problem{Reason: "the picture cannot be made smaller: " + err.Error(), Err: err}
		}
		if len(data) <= l.SendBytes {
			p.Data, p.MediaType = data, mediaType
			return p, nil
		}
	}
	return Picture{}, &Problem{Reason: "the picture cannot be made small enough; crop it first"}
}

// scale fits a picture into a square.
func scale(from image.Image, side int) image.Image {
	b := from.Bounds()
	longest := max(b.Dx(), b.Dy())
	if longest <= side {
		return from
	}
	to := image.NewNRGBA(image.Rect(0, 0, max(1, b.Dx()*side/longest), max(1, b.Dy()*side/longest)))
	draw.BiLinear.Scale(to, to.Bounds(), from, b, draw.Src, nil)
	return to
}

// encode writes what was JPEG as JPEG, and all else as PNG, or as JPEG when PNG is too large.
func encode(picture image.Image, mediaType string, limit int) ([]byte, string, error) {
	var out bytes.Buffer
	if mediaType != JPEG {
		encoder := png.Encoder{CompressionLevel: png.BestSpeed}
		if err := encoder.Encode(&out, picture); err != nil || out.Len() <= limit {
			return out.Bytes(), PNG, err
		}
		out.Reset()
	}
	err := jpeg.Encode(&out, onWhite(picture), &jpeg.Options{Quality: 85})
	return out.Bytes(), JPEG, err
}

// onWhite puts a picture that may be transparent on white, because JPEG has no transparency.
func onWhite(picture image.Image) image.Image {
	if o, ok := picture.(interface{ Opaque() bool }); ok && o.Opaque() {
		return picture
	}
	b := picture.Bounds()
	to := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(to, to.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(to, to.Bounds(), picture, b.Min, draw.Over)
	return to
}
