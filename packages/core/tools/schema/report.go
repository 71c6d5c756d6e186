package schema

// maxReport bounds the text of one list of violations, in bytes. Paths of a deep value are
// long, so a list can be quadratic in the size of what it is about; beyond the bound the
// list ends with one violation of [KindTruncated].
const maxReport = 1 << 20

// report gathers violations in order.
type report struct {
	found []Violation
	size  int
	cut   bool
}

// full reports whether nothing more will be kept, so that walks can end.
func (r *report) full() bool { return r.cut }

// len is the number of violations so far.
func (r *report) len() int { return len(r.found) }

func (r *report) list() []Violation { return r.found }

func (r *report) add(v Violation) {
	if r.cut {
		return
	}
	r.size += len(v.Path) + len(v.Pointer) + len(v.Message)
	if r.size > maxReport && len(r.found) > 0 {
		r.cut = true
		v = Violation{Kind: KindTruncated, Message: "further violations are not listed"}
	}
	r.found = append(r.found, v)
}
