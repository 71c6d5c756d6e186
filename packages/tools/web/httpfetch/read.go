package httpfetch

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/tools/web"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
)

// read reads a page within the limits and closes it.
func read(ctx context.Context, u *url.URL, r *http.Response) (web.Page, error) {
	defer r.Body.Close()
	if r.ContentLength > mostBytes {
		return web.Page{}, web.Fail(web.CodeTooLarge, "the page has %d bytes, and at most %d are fetched",
			r.ContentLength, mostBytes)
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, mostBytes+1))
	if err != nil && (ctx.Err() != nil || !errors.Is(err, io.ErrUnexpectedEOF)) {
		return web.Page{}, err
	}
	page := web.Page{URL: u.String(), StatusCode: r.StatusCode, Truncated: err != nil}
	if len(body) > mostBytes {
		body, page.Truncated = body[:mostBytes], true
	}
	kind, coding, err := contentType(r.Header.Get("Content-Type"), body)
	if err != nil {
		return web.Page{}, err
	}
	page.HTML = isHTML(kind)
	page.Content = decode(coding, body)
	if cut := head(page.Content, mostChars); len(cut) < len(page.Content) {
		page.Content, page.Truncated = cut, true
	}
	return page, nil
}

// contentType returns the media type and the character set of a page. One that
// says nothing about itself is looked at.
func contentType(header string, body []byte) (kind string, coding encoding.Encoding, err error) {
	if header == "" {
		header = http.DetectContentType(body)
	}
	kind, params, err := mime.ParseMediaType(header)
	if err != nil && !errors.Is(err, mime.ErrInvalidMediaParameter) || !isText(kind) {
		return "", nil, web.Fail(web.CodeContentType, "pages of type %q are not fetched: only text is", oneLine(header))
	}
	label := params["charset"]
	if label == "" {
		return kind, nil, nil
	}
	coding, name := charset.Lookup(label)
	if coding == nil {
		return "", nil, web.Fail(web.CodeContentType, "the character set %q is unknown", oneLine(label))
	}
	if name == "utf-8" {
		coding = nil
	}
	return kind, coding, nil
}

func isHTML(kind string) bool { return kind == "text/html" || kind == "application/xhtml+xml" }

func isText(kind string) bool {
	return isHTML(kind) || strings.HasPrefix(kind, "text/") ||
		kind == "application/json" || kind == "application/xml" ||
		strings.HasSuffix(kind, "+json") || strings.HasSuffix(kind, "+xml")
}

// decode returns the page as UTF-8. Bytes that mean nothing become U+FFFD.
func decode(coding encoding.Encoding, body []byte) string {
	if coding != nil {
		if decoded, err := coding.NewDecoder().Bytes(body); err == nil {
			body = decoded
		}
	}
	text := strings.TrimPrefix(string(body), "\ufeff")
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text)) // one U+FFFD for each bad byte
}

// head returns the first n characters.
func head(s string, n int) string {
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

func oneLine(s string) string {
	return head(strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " "), 100)
}
