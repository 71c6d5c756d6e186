package quickjs

import (
	coderuntime "github.com/dsh-go/dsh/packages/core/code-runtime"
)

var usingLike = lazy(`(?:^|[;{}\n]|\bawait)[ \t]*(using)[ \t]+[A-Za-z_$]`)

// maxUsing bounds how many places are tried.
const maxUsing = 32

// refuseUsing refuses using declarations, which the engine knows but the
// language of programs does not (P36). The word alone may stand in a string
// or comment, so each place is tried: with broken characters instead of the
// word, code no longer parses, while a string or comment still does.
func (r *run) refuseUsing(text string) error {
	for _, m := range usingLike().FindAllStringSubmatchIndex(text, maxUsing) {
		from, to := m[2], m[3]
		broken := text[:from] + "@@@@@" + text[to:]
		if err := r.inside(func() error { return r.parses(broken) }); err != nil {
			return &stop{coderuntime.KindException, "SyntaxError: using declaration" +
				advice(true, adviceUsing)}
		}
	}
	return nil
}
