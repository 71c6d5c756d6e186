package tools

// Token is the opaque identity of one execution. Tokens can be compared and
// nothing else; they never reach models, logs or programs (R53). The zero
// Token identifies no execution.
type Token struct{ of *execution }

// IsZero reports whether t identifies no execution.
func (t Token) IsZero() bool { return t.of == nil }

// String hides what the token refers to.
func (t Token) String() string {
	if t.IsZero() {
		return "token(none)"
	}
	return "token"
}
