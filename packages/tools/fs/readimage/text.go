package readimage

import (
	"fmt"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/window"
)

// text is what stands beside the picture.
func (v Value) text() string {
	i := v.Image
	body := fmt.Sprintf("%s image, %dx%d px, %d bytes", i.MediaType, i.Width, i.Height, i.Bytes)
	if i.FileType != "" {
		body += fmt.Sprintf("\nThe file holds %s, whatever its name says.", i.FileType)
	}
	if o := i.OriginalDimensions; o != nil {
		body += fmt.Sprintf("\nScaled down from %dx%d px. %s", o.Width, o.Height, i.multipliers())
	}
	return window.Envelope(v.Path, "image", body)
}

// multipliers says how coordinates in the picture become those in the file.
func (i Image) multipliers() string {
	x := fmt.Sprintf("%.2f", float64(i.OriginalDimensions.Width)/float64(i.Width))
	y := fmt.Sprintf("%.2f", float64(i.OriginalDimensions.Height)/float64(i.Height))
	if x == y {
		return fmt.Sprintf("Multiply coordinates by %s to map them to the file.", x)
	}
	return fmt.Sprintf("Multiply x by %s and y by %s to map coordinates to the file.", x, y)
}

func presentCall(a Arguments) tools.CallView {
	return tools.GenericCall{
		Title: "Read image " + a.FilePath, Kind: tools.KindRead,
		Locations: []tools.Location{{Path: a.FilePath}},
	}
}
