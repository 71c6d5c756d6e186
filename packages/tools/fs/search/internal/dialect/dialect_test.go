package dialect_test

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/dsh-go/dsh/packages/tools/fs/search/internal/dialect"
)

func TestTranslate(t *testing.T) {
	for _, c := range []struct {
		pattern string
		match   string
		not     string
	}{
		{`needle`, "a needle", "need le"},
		{`a.c`, "abc a日c", "ac"},
		{`^a$`, "a", "ab"},
		{`(?i)straße`, "STRAßE", "strase"},
		{`(?i:a)B`, "AB", "Ab"},
		{`a(?i)b|c`, "aB C", "A"},
		{`\d+`, "٣", "x"},
		{`(?-u)\d+`, "3", "٣"},
		{`\w`, "é", "-"},
		{`\W`, "-", "é"},
		{`\s`, "\u3000", "x"},
		{`[\w--[a-y]]`, "z", "abc"},
		{`[a-z&&[^aeiou]]`, "b", "aei"},
		{`[a-f~~d-z]`, "a g", "de"},
		{`[[:alpha:]]`, "q", "1"},
		{`[[:^alpha:]]`, "1", "q"},
		{`[]a]`, "]", "b"},
		{`[^]a]`, "b", "]a"},
		{`[a-]`, "-", "b"},
		{`[-a]`, "-", "b"},
		{`[a\]b]`, "]", "c"},
		{`[[a-c][x-z]]`, "y", "m"},
		{`[^a]`, "b", "a"},
		{`[a&&b]`, "", "ab"},
		{`x**`, "", ""},
		{`(?:ab){2,3}`, "abab", "ab"},
		{`a{2}`, "aa", "a"},
		{`a{2,}b`, "aaab", "ab"},
		{`(?x) a b # comment`, "ab", "a b"},
		{`(?x) [ a b ] c`, "bc", " c"},
		{`(?x: a ) b`, "a b", "ab"},
		{`\x41\u0042\U00000043\x{44}\u{45}`, "ABCDE", "abcde"},
		{`\pL\p{Greek}\p{sc=Cyrillic}\P{L}`, "xαж1", "xαжж"},
		{`\p{Letter}\p{Uppercase}\p{^L}`, "aA1", "aa1"},
		{`\p{White_Space}\p{Alphabetic}`, " é", "é "},
		{`\/\"\'\@\-`, `/"'@-`, "x"},
		{`\bfoo\b`, "a foo b", "afoo"},
		{`\<foo\>`, "a foo b", "afoo"},
		{`\b{start}foo\b{end}`, "a foo b", "afoo"},
		{`(?P<n>a)(?<m>b)`, "ab", "ba"},
		{`a||b`, "", ""},
		{`(|a)c`, "c", "a"},
		{`a??b`, "ab", "a"},
		{`(?U)a+b`, "aab", "b"},
		{`}`, "}", "{"},
		{`]`, "]", "["},
		{`interface\{\}`, "interface{}", "interface"},
		{`\a\f\t\r\v`, "\a\f\t\r\v", "x"},
		{`(?s).`, "x", ""},
		{`(?m)^x`, "x", "ax"},
	} {
		t.Run(c.pattern, func(t *testing.T) {
			text, err := dialect.Translate(c.pattern)
			if err != nil {
				t.Fatal(err)
			}
			re, err := regexp.Compile(text)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if c.match != "" && !re.MatchString(c.match) {
				t.Errorf("%s does not match %q", text, c.match)
			}
			if c.not != "" && re.MatchString(c.not) {
				t.Errorf("%s matches %q", text, c.not)
			}
		})
	}
}

// Every failure points to its place, in the form that ripgrep has.
func TestTranslateFails(t *testing.T) {
	for _, c := range []struct{ pattern, marks, reason string }{
		{`(`, "^", "unclosed group"},
		{`a)`, " ^", "unopened group"},
		{`[a`, "^", "unclosed character class"},
		{`[z-a]`, " ^^^", "invalid character class range, the start must be <= the end"},
		{`[a-\d]`, "   ^^", "invalid character class range, the start must be a literal"},
		{`*`, "^", "repetition operator missing expression"},
		{`a|*`, "  ^", "repetition operator missing expression"},
		{`{`, "^", "repetition operator missing expression"},
		{`interface{}`, "          ^", "repetition quantifier expects a valid decimal"},
		{`a{2`, " ^^", "unclosed counted repetition"},
		{`a{,3}`, "  ^", "repetition quantifier expects a valid decimal"},
		{`a{5,2}`, " ^^^^^", "invalid repetition count range, the start must be <= the end"},
		{`a{1001}`, " ^^^^^^", "repetition count above 1000, the built-in engine's limit"},
		{`\1`, "^^", "backreferences are not supported"},
		{`(?=x)`, "^^^", "look-around, including look-ahead and look-behind, is not supported"},
		{`(?<!x)`, "^^^^", "look-around, including look-ahead and look-behind, is not supported"},
		{`\Qa`, "^^", "unrecognized escape sequence"},
		{`\y`, "^^", "unrecognized escape sequence"},
		{`a\`, " ^", "incomplete escape sequence, reached end of pattern prematurely"},
		{`\xZ`, "  ^", "invalid hexadecimal digit"},
		{`\x{110000}`, "^^^^^^^^^^", "hexadecimal literal is not a Unicode scalar value"},
		{`\x{}`, "^^^^", "hexadecimal literal empty"},
		{`\p{Foo}`, "^^^^^^^", "Unicode property not found"},
		{`(?z)a`, "  ^", "unrecognized flag"},
		{`(?ii)a`, "   ^", "duplicate flag"},
		{`(?i-)a`, "   ^", "dangling flag negation operator"},
		{`(?P<>a)`, "    ^", "empty capture group name"},
		{`(?P<1>a)`, "    ^", "invalid capture group character"},
		{`(?P<a>x)(?P<a>y)`, "            ^", "duplicate capture group name"},
		{`日(`, " ^", "unclosed group"},
	} {
		t.Run(c.pattern, func(t *testing.T) {
			_, err := dialect.Translate(c.pattern)
			want := "regex parse error:\n    " + c.pattern + "\n    " + c.marks + "\nerror: " + c.reason
			if err == nil || err.Error() != want {
				t.Errorf("got\n%v\nwant\n%s", err, want)
			}
			if !dialect.IsInvalid(err) {
				t.Error("not recognised as an invalid pattern")
			}
		})
	}
	for _, pattern := range []string{"a\nb", `a\nb`, `\x0A`, `\x{a}`} {
		if _, err := dialect.Translate(pattern); err == nil ||
			err.Error() != `the literal "\n" is not allowed in a regex` || !dialect.IsInvalid(err) {
			t.Errorf("%q: %v", pattern, err)
		}
	}
	deep := strings.Repeat("(", 5000) + strings.Repeat(")", 5000)
	if _, err := dialect.Translate(deep); err == nil || !dialect.IsInvalid(err) {
		t.Errorf("5000 groups: %v", err)
	}
}

// Whatever is translated, Go's engine takes it, and it matches no line ending.
func FuzzTranslate(f *testing.F) {
	for _, seed := range []string{
		`(?i)a[^b\d&&\w]{2,3}?|\p{Greek}$`, `(?x) a # b`, `[[:alpha:]--x]`, `\b\<\x{41}`, `(?-u)\W`, `a**??`,
		`(?P<n>(?U:x+))`, `[]-a]`, `[^^]`, `\p{sc!=Latin}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		text, err := dialect.Translate(pattern)
		if err != nil {
			if !dialect.IsInvalid(err) {
				t.Errorf("%q: %v", pattern, err)
			}
			return
		}
		re, err := regexp.Compile(text)
		if err != nil {
			if e, ok := err.(*syntax.Error); ok && (e.Code == syntax.ErrLarge ||
				e.Code == syntax.ErrInvalidRepeatSize || e.Code == syntax.ErrNestingDepth) {
				return // too large for the engine
			}
			t.Fatalf("%q became %q: %v", pattern, text, err)
		}
		if loc := re.FindStringIndex("\n"); loc != nil && loc[1] > loc[0] {
			t.Errorf("%q became %q and matches a line ending", pattern, text)
		}
	})
}
