package jsonschemafull

import (
	"regexp"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compilePattern compiles an ECMAScript pattern with Go's engine, which runs in linear
// time. The spelling \uXXXX is translated; what the engine does not have (looking around,
// referring back) is an error.
func compilePattern(pattern string) (jsonschema.Regexp, error) {
	re, err := regexp.Compile(translate(pattern))
	if err != nil {
		return nil, err
	}
	return &compiledPattern{Regexp: re, source: pattern}, nil
}

// compiledPattern shows the pattern as the schema has it.
type compiledPattern struct {
	*regexp.Regexp
	source string
}

// String returns the pattern as the schema has it.
func (p *compiledPattern) String() string { return p.source }

// translate rewrites \uXXXX to Go's spelling.
func translate(pattern string) string {
	if !strings.Contains(pattern, `\u`) {
		return pattern
	}
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '\\' || i+1 == len(pattern) {
			b.WriteByte(pattern[i])
			continue
		}
		if hex := pattern[i:]; hex[1] == 'u' && len(hex) >= 6 && isHex(hex[2:6]) {
			b.WriteString(`\x{` + hex[2:6] + `}`)
			i += 5
			continue
		}
		b.WriteString(pattern[i : i+2])
		i++
	}
	return b.String()
}

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdefABCDEF") == ""
}
