//go:build unix

package fs_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/tools/fs/fstest"
	"github.com/dsh-go/dsh/packages/tools/fs/readimage"
)

func TestReadImage(t *testing.T) {
	w := complete(t, "")
	small, large := pixels(t, 3, 2), pixels(t, 4096, 1024)
	put(t, filepath.Join(w.Dir, "small.png"), small)
	put(t, filepath.Join(w.Dir, "named.jpg"), small)
	put(t, filepath.Join(w.Dir, "large.PNG"), large)
	r := w.Call("read_image", args{"file_path": "small.png"})
	envelope := func(name, body string) string {
		return "<path>" + w.Dir + "/" + name + "</path>\n<type>image</type>\n<content>\n" + body + "\n</content>"
	}
	size := len(small)
	body := "image/png image, 3x2 px, " + itoa(size) + " bytes"
	wantText(t, "text", succeeds(t, r), envelope("small.png", body))
	if picture, ok := r.Content()[1].(llm.Image); !ok || string(picture.Data) != small || picture.MediaType != "image/png" {
		t.Errorf("content %v", r.Content())
	}
	wantText(t, "value", r.Value().Text(), `{"path":"`+w.Dir+`/small.png","image":{"mediaType":"image/png",`+
		`"bytes":`+itoa(size)+`,"width":3,"height":2,"name":"small.png"}}`)
	r = w.Call("read_image", args{"file_path": "named.jpg"})
	wantText(t, "text", succeeds(t, r),
		envelope("named.jpg", body+"\nThe file holds image/png, whatever its name says."))
	r = w.Call("read_image", args{"file_path": "large.PNG"})
	text := succeeds(t, r)
	if !contains(text, "2048x512 px") || !contains(text, "Scaled down from 4096x1024 px. "+
		"Multiply coordinates by 2.00 to map them to the file.") {
		t.Errorf("text %q", text)
	}
}

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func TestReadImageRefuses(t *testing.T) {
	w := fstest.New(t)
	w.Install(readimage.Plugin(readimage.Params{Tools: w.Registry, Files: w.Files}),
		`{"maxBytes":1000,"mediaTypes":["image/jpeg"]}`)
	put(t, filepath.Join(w.Dir, "empty.png"), "")
	put(t, filepath.Join(w.Dir, "vector.png"), "<svg/>")
	put(t, filepath.Join(w.Dir, "real.png"), pixels(t, 2, 2))
	put(t, filepath.Join(w.Dir, "big.png"), string(make([]byte, 1001)))
	at := func(name string) string { return `cannot read "` + w.Dir + "/" + name + `": ` }
	for _, c := range []struct{ path, code, message string }{
		{" ", "", "file_path must be a non-empty string"},
		{"a.svg", "", "file_path must end in .png, .jpg, .jpeg, .webp or .gif; use read for text files"},
		{"none.png", "FS_NOT_FOUND", at("none.png") + "not found"},
		{"empty.png", "", at("empty.png") + "the file is empty"},
		{"vector.png", "", at("vector.png") + "the content is no PNG, JPEG, WebP or GIF picture; " +
			"convert it to one of these, or use read if it is text (SVG is)"},
		{"real.png", "", at("real.png") + "image/png pictures are not accepted here; convert it to image/jpeg"},
		{"big.png", "FS_TOO_LARGE", at("big.png") + "1001 bytes exceeds the 1000-byte limit"},
	} {
		fails(t, w.Call("read_image", args{"file_path": c.path}), c.code, c.message)
	}
}

// With a list of models the tool takes part only in steps with one of them.
func TestReadImageNeedsAModelThatSees(t *testing.T) {
	w := fstest.New(t)
	w.Install(readimage.Plugin(readimage.Params{Tools: w.Registry, Files: w.Files}),
		`{"models":["one/eye","two/*"]}`)
	for model, want := range map[llm.Selection]bool{
		{Provider: "one", Model: "eye"}: true, {Provider: "one", Model: "ear"}: false,
		{Provider: "two", Model: "any"}: true, {}: false,
	} {
		set, err := w.Registry.Resolve(context.Background(), tools.Activation{Agent: w.Agent, Selection: model})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(w.Registry.Schemas(w.Agent.Key, set)) == 1; got != want {
			t.Errorf("%v: takes part %v, want %v", model, got, want)
		}
		set.Release()
	}
	put(t, filepath.Join(w.Dir, "a.png"), pixels(t, 1, 1))
	if r := w.Call("read_image", args{"file_path": "a.png"}); string(r.Failure().Code()) != "UNKNOWN_TOOL" {
		t.Errorf("without a step: %v", r.Failure())
	}
}
