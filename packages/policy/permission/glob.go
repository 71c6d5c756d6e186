package permission

import "unicode/utf8"

// glob reports whether all of text matches the pattern, in which * stands for
// any text and ? for one character. The time is at most the product of both
// lengths.
func glob(pattern, text string) bool {
	star, from := -1, 0 // the last *, and where the text that it stands for ends
	p, t := 0, 0
	for t < len(text) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, t
			p++
		case p < len(pattern) && pattern[p] == '?':
			_, n := utf8.DecodeRuneInString(text[t:])
			p, t = p+1, t+n
		case p < len(pattern) && pattern[p] == text[t]:
			p, t = p+1, t+1
		case star >= 0:
			_, n := utf8.DecodeRuneInString(text[from:])
			from += n
			p, t = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

func globs(patterns []string, text string) bool {
	for _, p := range patterns {
		if glob(p, text) {
			return true
		}
	}
	return false
}
