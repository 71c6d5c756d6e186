package imagefile_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/imagefile"
)

func picture(w, h int) *image.NRGBA {
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.Set(x, y, color.NRGBA{R: uint8(x), G: uint8(y), B: 128, A: 255})
		}
	}
	return p
}

func asPNG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func asJPEG(t testing.TB, p image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, p, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func asGIF(t testing.TB, p image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := gif.Encode(&out, p, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// webpPixel is a picture of one pixel.
func webpPixel(t testing.TB) []byte {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString(
		"UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestLoadPassesOn(t *testing.T) {
	for want, data := range map[string][]byte{
		imagefile.PNG: asPNG(t, picture(3, 2)), imagefile.JPEG: asJPEG(t, picture(3, 2)),
		imagefile.GIF: asGIF(t, picture(3, 2)), imagefile.WebP: webpPixel(t),
	} {
		p, err := imagefile.Load(data, imagefile.DefaultLimits())
		if err != nil || p.MediaType != want || !bytes.Equal(p.Data, data) || p.Size != p.Original {
			t.Errorf("%s: %+v, %v", want, p, err)
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	good := asPNG(t, picture(30, 20))
	l := imagefile.DefaultLimits()
	small := imagefile.Limits{MaxSide: 29, MaxPixels: 1000, SendSide: 10, SendBytes: 1000}
	few := imagefile.Limits{MaxSide: 100, MaxPixels: 599, SendSide: 10, SendBytes: 1000}
	for _, c := range []struct {
		name   string
		data   []byte
		limits imagefile.Limits
		want   string
	}{
		{"empty", nil, l, "the file is empty"},
		{"SVG", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), l, "use read if it is text"},
		{"text", []byte("hello"), l, "no PNG, JPEG, WebP or GIF"},
		{"cut off", good[:len(good)/2], l, "cannot be decoded"},
		{"only the beginning", good[:8], l, "cannot be decoded"},
		{"a side too long", good, small, "no side may exceed 29 px"},
		{"too many pixels", good, few, "has 600 pixels; at most 599"},
		{"a bomb", bomb(60_000, 60_000), l, "no side may exceed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := imagefile.Load(c.data, c.limits)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// bomb is a PNG that says it is large and has nothing in it.
func bomb(w, h uint32) []byte {
	head := []byte("IHDR")
	for _, n := range []uint32{w, h} {
		head = append(head, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	head = append(head, 8, 6, 0, 0, 0)
	sum := crc32.ChecksumIEEE(head)
	data := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return append(data, byte(sum>>24), byte(sum>>16), byte(sum>>8), byte(sum))
}

func TestLoadScales(t *testing.T) {
	l := imagefile.Limits{MaxSide: 1000, MaxPixels: 1_000_000, SendSide: 100, SendBytes: 1 << 20}
	p, err := imagefile.Load(asPNG(t, picture(400, 200)), l)
	if err != nil || p.Size != (imagefile.Size{Width: 100, Height: 50}) || p.MediaType != imagefile.PNG {
		t.Fatalf("%+v, %v", p.Size, err)
	}
	if p.Original != (imagefile.Size{Width: 400, Height: 200}) {
		t.Errorf("original %+v", p.Original)
	}
	if again, err := imagefile.Load(p.Data, l); err != nil || again.Size != p.Size {
		t.Errorf("what came out is %+v, %v", again.Size, err)
	}
	long, err := imagefile.Load(asJPEG(t, picture(900, 2)), l)
	if err != nil || long.Size.Height != 1 || long.MediaType != imagefile.JPEG {
		t.Errorf("%+v, %v", long, err)
	}
}

// Noise does not compress: it becomes JPEG, and smaller, until it fits.
func TestLoadBoundsBytes(t *testing.T) {
	noise := image.NewNRGBA(image.Rect(0, 0, 300, 300))
	random := rand.New(rand.NewPCG(1, 1))
	for i := range noise.Pix {
		noise.Pix[i] = uint8(random.Uint32())
	}
	l := imagefile.Limits{MaxSide: 1000, MaxPixels: 1_000_000, SendSide: 300, SendBytes: 20_000}
	p, err := imagefile.Load(asPNG(t, noise), l)
	if err != nil || len(p.Data) > l.SendBytes || p.MediaType != imagefile.JPEG {
		t.Errorf("%s of %d bytes, %v", p.MediaType, len(p.Data), err)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(asPNG(f, picture(3, 2)))
	f.Add(asJPEG(f, picture(3, 2)))
	f.Add(asGIF(f, picture(3, 2)))
	f.Add(webpPixel(f))
	l := imagefile.Limits{MaxSide: 200, MaxPixels: 10_000, SendSide: 20, SendBytes: 2000}
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := imagefile.Load(data, l)
		if err == nil && (len(p.Data) > l.SendBytes || max(p.Size.Width, p.Size.Height) > l.SendSide) {
			t.Errorf("%d bytes, %+v", len(p.Data), p.Size)
		}
	})
}

func ExampleSniff() {
	fmt.Println(imagefile.Sniff([]byte("\x89PNG\r\n\x1a\n")), imagefile.Sniff([]byte("<svg/>")) == "")
	// Output: image/png true
}
