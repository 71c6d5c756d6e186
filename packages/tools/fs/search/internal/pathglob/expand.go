package pathglob

import "strings"

// Flatten rewrites a valid glob so that any version of ripgrep understands it as this package does:
// no braces inside braces, which older ones refuse; no negated class that would match a slash; not
// two stars alone, which in older ones do not match a name with a line break.
func Flatten(glob string) string {
	text, negated := strings.CutPrefix(glob, "!")
	if text = strings.TrimRight(text, " "); text == "**" || text == "/**" {
		return map[bool]string{false: "*", true: "!*"}[negated]
	}
	glob = slashless(glob)
	parts, nested := split(glob)
	if !nested {
		return glob
	}
	var out strings.Builder
	for _, part := range parts {
		if !part.braces {
			out.WriteString(part.text)
			continue
		}
		out.WriteString("{" + strings.Join(alternatives(part.text), ",") + "}")
	}
	return out.String()
}

// slashless adds a slash to each negated class. That must not anchor a glob that names names.
func slashless(glob string) string {
	if !strings.Contains(strings.TrimSuffix(glob, "/"), "/") {
		text, negated := strings.CutPrefix(glob, "!")
		if rewritten := slashless("/" + text); len(rewritten) > len(text)+1 {
			return map[bool]string{false: "**", true: "!**"}[negated] + rewritten
		}
		return glob
	}
	var out strings.Builder
	start := 0
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case '[':
			end := classEnd(glob, i)
			if end < len(glob) && (glob[i+1] == '!' || glob[i+1] == '^') {
				at := slashPlace(glob, i+2, end)
				out.WriteString(glob[start:at] + "/")
				start = at
			}
			i = end
		}
	}
	return out.String() + glob[start:]
}

// slashPlace is where the members glob[from:to] of a class can have one more without changing what
// the others mean: before a first member that is an ordinary character, else after the last one,
// which then is no hyphen, except in classes that hold hyphens only by chance.
func slashPlace(glob string, from, to int) int {
	if glob[from] != ']' && glob[from] != '-' {
		return from
	}
	if glob[to-1] == '-' {
		return to - 1
	}
	return to
}

// part is a piece of a glob; braces tells that it is the inside of a pair of them.
type part struct {
	text   string
	braces bool
}

// split cuts a glob into pieces at its outermost braces.
func split(glob string) (parts []part, nested bool) {
	depth, start := 0, 0
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '\\':
			i++
		case '[':
			i = classEnd(glob, i)
		case '{':
			if depth++; depth == 1 {
				parts = append(parts, part{text: glob[start:i]})
				start = i + 1
			} else {
				nested = true
			}
		case '}':
			if depth--; depth == 0 {
				parts = append(parts, part{text: glob[start:i], braces: true})
				start = i + 1
			}
		}
	}
	return append(parts, part{text: glob[start:]}), nested
}

// classEnd is the position of the bracket that closes the one at i.
func classEnd(glob string, i int) int {
	at := i + 1
	if at < len(glob) && (glob[at] == '!' || glob[at] == '^') {
		at++
	}
	if end := strings.IndexByte(glob[min(at+1, len(glob)):], ']'); end >= 0 {
		return at + 1 + end
	}
	return len(glob)
}

// alternatives lists what the inside of braces stands for, without braces.
func alternatives(inside string) []string {
	var list []string
	for _, one := range commas(inside) {
		made := []string{""}
		parts, _ := split(one)
		for _, p := range parts {
			choices := []string{p.text}
			if p.braces {
				choices = alternatives(p.text)
			}
			made = product(made, choices)
		}
		list = append(list, made...)
	}
	return list
}

func product(heads, tails []string) []string {
	if len(tails) == 0 {
		return heads
	}
	var list []string
	for _, head := range heads {
		for _, tail := range tails {
			list = append(list, head+tail)
		}
	}
	return list
}

// commas cuts text at the commas that are in no braces and no class.
func commas(text string) []string {
	var list []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			i = classEnd(text, i)
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, text[start:i])
				start = i + 1
			}
		}
	}
	return append(list, text[start:])
}

// HasBareComma tells whether a comma stands outside braces and classes.
func HasBareComma(glob string) bool { return len(commas(glob)) > 1 }
