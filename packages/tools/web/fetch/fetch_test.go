package fetch_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dsh-go/dsh/packages/core/tools"
	"github.com/dsh-go/dsh/packages/testkit"
	"github.com/dsh-go/dsh/packages/tools/web"
	"github.com/dsh-go/dsh/packages/tools/web/fetch"
	"github.com/dsh-go/dsh/packages/tools/web/webtest"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// call fetches a page that the provider knows.
func call(t *testing.T, page web.Page, c fetch.Config) *tools.Result {
	t.Helper()
	k := testkit.New(t)
	service := new(web.Service)
	if _, err := service.AddFetch(k.Root, &webtest.Fetch{Pages: map[string]web.Page{"https://x.example/": page}}); err != nil {
		t.Fatal(err)
	}
	d, err := fetch.New(service, c)
	if err != nil {
		t.Fatal(err)
	}
	k.Register(d)
	return k.Call(t.Context(), fetch.Name, `{"url": " https://x.example/ "}`)
}

const page = `<!doctype html><html><head><title>T</title><style>p{}</style><script>alert(1)</script></head><body>
<h2>Head</h2><p>Some <b>bold</b> text &amp; a <a href="/y">link</a>.</p><ul><li>one</li><li>two</li></ul>
<pre><code>x := 1
</code></pre><noscript>enable</noscript>
<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></body></html>`

func TestPage(t *testing.T) {
	r := call(t, web.Page{URL: "https://x.example/end", StatusCode: 200, HTML: true, Content: page}, fetch.Config{})
	got := r.Content().Text()
	if !strings.HasPrefix(got, "Fetched https://x.example/end (HTTP 200)\n\n") {
		t.Errorf("header %.60q", got)
	}
	for _, want := range []string{"## Head", "**bold**", "- one\n- two", "```\nx := 1\n```", "| A | B |", "& a [link](/y)"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in\n%s", want, got)
		}
	}
	for _, not := range []string{"alert", "p{}", "enable"} {
		if strings.Contains(got, not) {
			t.Errorf("%q is left in\n%s", not, got)
		}
	}
	if kind, _ := r.Value().Lookup("/body/kind"); kind.Text() != `"html"` {
		t.Errorf("value %s", r.Value())
	}
}

func TestStatusIsAResult(t *testing.T) {
	r := call(t, web.Page{URL: "https://x.example/", StatusCode: 404, Content: "gone"}, fetch.Config{})
	if got := r.Content().Text(); r.IsError() || got != "Fetched https://x.example/ (HTTP 404)\n\ngone" {
		t.Errorf("got %q", got)
	}
}

// What the model reads keeps to the limit, footer and header included.
func TestLimit(t *testing.T) {
	const footer = "(The page is longer than what is shown.)"
	long := web.Page{URL: "https://x.example/", StatusCode: 200, Content: strings.Repeat("漢", 1000)}
	for most := 1; most < 200; most++ {
		got := call(t, long, fetch.Config{MaxOutputChars: most}).Content().Text()
		n := utf8.RuneCountInString(got)
		if n != most || strings.HasSuffix(got, footer) != (most >= len(footer)+2) || !utf8.ValidString(got) {
			t.Fatalf("limit %d: %d characters: %q", most, n, got)
		}
	}
	long.Content, long.Truncated = "short", true
	if got := call(t, long, fetch.Config{}).Content().Text(); !strings.HasSuffix(got, "short\n\n"+footer) {
		t.Errorf("cut by the provider: %q", got)
	}
}

func TestDeepPageStaysHTML(t *testing.T) {
	deep := strings.Repeat("<div>", 600) + "x" + strings.Repeat("</div>", 600)
	if got := fetch.Markdown(deep); got != deep {
		t.Errorf("%d bytes of HTML became %d", len(deep), len(got))
	}
	flat := strings.Repeat("<p>x", 2000)
	if got := fetch.Markdown(flat); strings.Contains(got, "<p>") {
		t.Error("a long flat page was not converted")
	}
	fetch.Markdown(strings.Repeat("<b>", 100_000)) // ends
}

func FuzzMarkdown(f *testing.F) {
	f.Add(page)
	f.Add("<table><tr><td colspan=99999999>")
	f.Fuzz(func(_ *testing.T, s string) { fetch.Markdown(s) })
}

func TestRefused(t *testing.T) {
	k := testkit.New(t)
	d, err := fetch.New(new(web.Service), fetch.Config{})
	if err != nil {
		t.Fatal(err)
	}
	k.Register(d)
	for args, want := range map[string]tools.Code{
		`{"url": " "}`: web.CodeInvalidURL, `{"url": "https://x.example/"}`: web.CodeUnavailable, `{}`: tools.CodeInvalidArgs,
	} {
		if got := testkit.Status(k.Call(t.Context(), fetch.Name, args)); got != string(want) {
			t.Errorf("%s: %s", args, got)
		}
	}
	if _, err := fetch.New(new(web.Service), fetch.Config{MaxOutputChars: -1}); err == nil {
		t.Error("a negative limit was accepted")
	}
}
