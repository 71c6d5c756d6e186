// Package library is the guest's side of the runtime: the JavaScript that is
// loaded into the engine before any program. It holds the border, the console
// and the parts of the web platform that models expect.
package library

import (
	"embed"
	"strings"
)

//go:embed js/*.js
var files embed.FS

// order is the order in which the parts are put together: all share one
// scope, and a part may use at load time what stands before it.
var order = []string{
	"core", "repeat", "json", "stack", "internalerror",
	"textwidth", "inspect", "inspectshapes", "inspecterrors", "inspectitems",
	"timers", "random", "events", "bytecodecs", "utf8", "encoding",
	"urlparse", "urlhost", "urlpath", "url", "urlsearch",
	"clone", "performance", "atomics", "promiseany", "locale", "intldecimal", "intlunits", "intlnumber", "intlplural",
	"intldateparts", "intltime", "intldate", "intlrange",
	"collationweights", "collationkeys", "collation",
	"intllist", "intlrelative", "intlsegment", "intllocale", "intlnames", "datetext",
	"buffer", "buffernumbers",
	"console", "consoletable", "tokens", "callees", "absent", "hints", "bridge", "footer",
}

// Source gives the library as a script whose value is a function: it takes the
// host function and returns the entry functions. The parts stand in a block, as
// the engine would keep their text once more for a function around them.
func Source() (string, error) {
	var b strings.Builder
	b.WriteString("'use strict';\n{\nlet host;\n")
	for _, name := range order {
		part, err := files.ReadFile("js/" + name + ".js")
		if err != nil {
			return "", err
		}
		b.WriteString(strip(string(part)))
	}
	b.WriteString("}")
	return b.String(), nil
}

// strip leaves out comments and indentation: the engine keeps the text of every
// function in the image, once more for each function around it.
func strip(part string) string {
	var b strings.Builder
	for line := range strings.Lines(part) {
		if line = strings.TrimLeft(line, " "); !strings.HasPrefix(line, "//") {
			b.WriteString(line)
		}
	}
	return b.String()
}
