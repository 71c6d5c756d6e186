package mcp_test

import (
	"encoding/base64"
	"encoding/json"
	"testing"

	"github.com/dsh-go/dsh/packages/core/llm"
	"github.com/dsh-go/dsh/packages/tools/mcp"
	"github.com/google/go-cmp/cmp"
)

// Images of a result are shown all or none, each refusal with its reason.
func TestImages(t *testing.T) {
	png := []byte("\x89PNG\r\n\x1a\n....")
	good := `{"type":"image","mimeType":"image/png","data":"` + base64.StdEncoding.EncodeToString(png) + `"}`
	text := func(s string) string { return `{"type":"text","text":"` + s + `"}` }
	for _, tt := range []struct {
		name, blocks string
		want         llm.Content
	}{
		{"in their place", text("a") + "," + text("b") + "," + good + "," + text("c"), llm.Content{
			llm.Text{Text: "a\nb"}, llm.Image{MediaType: "image/png", Data: png}, llm.Text{Text: "c"}}},
		{"one is no image", good + `,{"type":"image","mimeType":"image/png","data":"aGVsbG8="}`, llm.Content{llm.Text{
			Text: "[image image/png: left out because another image of the result cannot be shown]\n[image image/png: not a PNG, JPEG, WebP or GIF file]"}}},
		{"another type", `{"type":"image","mimeType":"image/gif","data":"` + base64.StdEncoding.EncodeToString(png) + `"}`, llm.Content{llm.Text{
			Text: "[image image/gif: declared as image/gif, but is image/png]"}}},
		{"not canonical", `{"type":"image","mimeType":"image/png","data":"iVBORw0KGgp="}`, llm.Content{llm.Text{
			Text: "[image image/png: not canonical base64]"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dial, _ := scripted(basic(oneTool, func(*script, request) any {
				return json.RawMessage(`{"content":[` + tt.blocks + `]}`)
			}))
			w := newWorld(t, mcp.Options{Dial: dial})
			w.install(here)
			r := w.call("t", "{}")
			if diff := cmp.Diff(tt.want, r.Content()); diff != "" {
				t.Error(diff)
			}
			if got, want := r.Value().Text(), `{"content":[`+tt.blocks+`]}`; got != want {
				t.Errorf("value %s", got)
			}
		})
	}
}
