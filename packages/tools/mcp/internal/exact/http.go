package exact

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
)

// ErrBodyTooLarge ends a response body that is larger than the limit.
var ErrBodyTooLarge = errors.New("the server's response is larger than the limit")

// RoundTripper packs the results in responses of an MCP server over HTTP.
type RoundTripper struct {
	Inner http.RoundTripper
	// Max bounds one JSON body or one event, in bytes.
	Max int
}

// RoundTrip sends the request and wraps the body of its response.
func (t *RoundTripper) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.Inner.RoundTrip(r)
	if err != nil || resp.Body == nil {
		return resp, err
	}
	mediaType, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch mediaType {
	case "application/json":
		return t.packJSON(resp)
	case "text/event-stream":
		resp.Body = &eventBody{inner: resp.Body, scanner: newEvents(resp.Body, t.Max)}
		resp.ContentLength = -1
	}
	return resp, nil
}

func (t *RoundTripper) packJSON(resp *http.Response) (*http.Response, error) {
	text, err := io.ReadAll(io.LimitReader(resp.Body, int64(t.Max)+1))
	_ = resp.Body.Close() // what was wanted has been read
	if err == nil && len(text) > t.Max {
		err = ErrBodyTooLarge
	}
	if err != nil {
		return nil, err
	}
	text = packMessage(text)
	resp.Body = io.NopCloser(bytes.NewReader(text))
	resp.ContentLength = int64(len(text))
	resp.Header.Set("Content-Length", strconv.Itoa(len(text)))
	return resp, nil
}

// packMessage packs the result of a JSON-RPC response; other text stays.
func packMessage(text []byte) []byte {
	members, ok := split(text)
	if !ok || !members.has("result") {
		return text
	}
	var out bytes.Buffer
	for i, m := range members {
		out.WriteByte("{,"[min(i, 1)])
		writeString(&out, m.name)
		out.WriteByte(':')
		if m.name == "result" {
			m.value = pack(m.value, false)
		}
		out.Write(m.value)
	}
	out.WriteByte('}')
	return out.Bytes()
}
